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
  if (name.startsWith("on")) listen(element, name.slice(2), value);
  else if (name === "data") Object.assign(element.dataset, value);
  // Properties, not the attribute: the content-security policy refuses style attributes.
  else if (name === "style") for (const [key, rule] of Object.entries(value)) element.style.setProperty(key, rule);
  else if (name === "value" && "value" in element) element.value = value;
  else if (name === "checked" || name === "disabled" || name === "selected") element[name] = Boolean(value);
  else element.setAttribute(name, value === true ? "" : value);
}

/** What elements do on events, by their names: kept apart, so that `renew` can give an element new ones. */
const doings = new WeakMap();

function listen(element, event, act) {
  const own = doings.get(element) ?? {};
  doings.set(element, own);
  if (!(event in own)) element.addEventListener(event, (happened) => own[event]?.call(element, happened));
  own[event] = act;
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

/**
 * As `put`, but elements that are there already stay and get what is new: focus, scrolling and transitions go on. The same is
 * what has the same tag, first class and key (the data `key`, `card`, `seat`, `plate`, `monster`).
 * @param {Element} element
 * @param {...any} children
 */
export function renew(element, ...children) {
  const wanted = document.createDocumentFragment();
  append(wanted, children);
  follow(element, wanted);
  return element;
}

const KEYS = ["key", "card", "seat", "plate", "monster"];
const name = (node) => [node.localName, node.classList[0], ...KEYS.map((key) => node.dataset?.[key])].join("|");
const same = (one, other) =>
  one.nodeType === other.nodeType && (one.nodeType !== Node.ELEMENT_NODE || name(one) === name(other));

function follow(element, wanted) {
  const left = [...element.childNodes];
  const children = [...wanted.childNodes].map((next) => {
    const place = left.findIndex((old) => same(old, next));
    if (place < 0) return next;
    const [old] = left.splice(place, 1);
    update(old, next);
    return old;
  });
  for (const old of left) old.remove();
  // Only what lies in the wrong place is moved: moving an element takes the focus from it.
  children.forEach((child, place) => {
    if (element.childNodes[place] !== child) element.insertBefore(child, element.childNodes[place] ?? null);
  });
}

function update(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name: attribute } of [...old.attributes])
    if (attribute !== "style" && !next.hasAttribute(attribute)) old.removeAttribute(attribute);
  for (const { name: attribute, value } of next.attributes)
    if (attribute !== "style" && old.getAttribute(attribute) !== value) old.setAttribute(attribute, value);
  if (old.style.cssText !== next.style.cssText) old.style.cssText = next.style.cssText;
  for (const property of ["value", "checked"])
    if (property in next && old[property] !== next[property]) old[property] = next[property];
  for (const event of Object.keys(doings.get(old) ?? {})) doings.get(old)[event] = null;
  for (const [event, act] of Object.entries(doings.get(next) ?? {})) listen(old, event, act);
  if (!(old instanceof SVGElement && old.isEqualNode(next))) follow(old, next);
}

/** @type {(selector: string, root?: ParentNode) => any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @type {(selector: string, root?: ParentNode) => any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

let counter = 0;
/** An id that no other element has. */
export const fresh = (prefix) => `${prefix}-${++counter}`;
