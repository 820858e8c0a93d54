// SPDX-License-Identifier: MIT
// Elements of the page. Texts enter as text alone, whatever a table says.

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

/** A link that acts on this page, and opens as any other in a new tab. */
export function link(text, href, action) {
  const made = element('a', {href}, text);
  made.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    action();
  });
  return made;
}

/** Sets an attribute that has another value, which costs most where there are thousands. */
export function setAttribute(changed, name, value) {
  if (changed.getAttribute(name) !== value) changed.setAttribute(name, value);
}
