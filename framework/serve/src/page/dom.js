// SPDX-License-Identifier: MIT
// Elements of the page. Strings are inserted only as text, whatever a table contains.

const namespace = 'http://www.w3.org/2000/svg';

export const byId = id => document.getElementById(id);

/** An element with attributes and children, which are elements or strings. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function svgElement(name, attributes = {}, text = '') {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== '') made.textContent = text;
  return made;
}

export function button(attributes, action, ...children) {
  const made = element('button', {type: 'button', ...attributes}, ...children);
  made.addEventListener('click', action);
  return made;
}

/** A link that acts on this page, and opens normally in a new tab. */
export function link(text, href, action) {
  const made = element('a', {href}, text);
  made.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    action();
  });
  return made;
}

/** Sets an attribute if its value differs, since setting thousands is slow. */
export function setAttribute(changed, name, value) {
  if (changed.getAttribute(name) !== value) changed.setAttribute(name, value);
}
