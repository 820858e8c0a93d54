// SPDX-License-Identifier: MIT
const list = document.querySelector("#tables");
const { tables } = await (await fetch("api/tables")).json();
for (const table of tables) {
  const item = document.createElement("li");
  item.textContent = table.error ?? `${table.name}: ${table.game}, ${table.positions} positions`;
  list.append(item);
}
