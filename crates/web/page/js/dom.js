// @ts-check
// Making elements. Text is always set as text: nothing that comes from the server is read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: h("button", { class: "x", onclick: f }, "text", child, [more]).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element, made in the same way.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "data") Object.assign(element.dataset, value);
  // Properties, not the attribute: the content-security policy refuses style attributes.
  else if (name === "style") for (const [key, rule] of Object.entries(value)) element.style.setProperty(key, rule);
  else if (name === "value" && "value" in element) element.value = value;
  else if (name === "checked" || name === "disabled" || name === "selected") element[name] = Boolean(value);
  else element.setAttribute(name, value === true ? "" : value);
}

function append(element, children) {
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Puts new children in place of the old ones.
 * @template {Element} E
 * @param {E} element
 * @param {...any} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** @type {(selector: string, root?: ParentNode) => any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @type {(selector: string, root?: ParentNode) => any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

let counter = 0;
/** An id that no other element has. */
export const fresh = (prefix) => `${prefix}-${++counter}`;
