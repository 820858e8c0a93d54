// SPDX-License-Identifier: MIT
// Creates elements of the page. Strings are always inserted as text, never as HTML.

const namespace = 'http://www.w3.org/2000/svg';

export const byId = id => document.getElementById(id);

/** Creates an element with attributes and children, which are elements or strings. */
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

/** Creates a link that calls `action` on a click, unless the click opens it in a new tab or window. */
export function link(text, href, action) {
  const made = element('a', {href}, text);
  made.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    action();
  });
  return made;
}

/** Sets an attribute only if its value changes, since setting thousands of attributes is slow. */
export function setAttribute(changed, name, value) {
  if (changed.getAttribute(name) !== value) changed.setAttribute(name, value);
}
