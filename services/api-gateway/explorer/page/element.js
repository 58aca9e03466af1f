const SVG = 'http://www.w3.org/2000/svg';
/** Attributes through which a text could load or run something. */
const REFUSED = new Set(['style', 'src', 'srcdoc', 'action', 'formaction']);

/**
 * @typedef {Node | string | number | undefined | false} Child what a part of the page consists of; nothing if not there
 * @typedef {Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>} Attributes
 * values of attributes; a function listens to the event that its name says without "on"
 */

/**
 * Creates an element. Texts become text nodes and never markup, because what a chain says is written by strangers.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Creates an element of a drawing (SVG), as `element` does.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function drawn(name, attributes = {}, ...children) {
  return filled(/** @type {SVGElementTagNameMap[Name]} */ (document.createElementNS(SVG, name)), attributes, children);
}

/**
 * @template {Element} Kind
 * @param {Kind} target
 * @param {Attributes} attributes
 * @param {readonly Child[]} children
 */
function filled(target, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(target, name, value);
  target.append(...children.filter((child) => child !== undefined && child !== false).map(nodeOf));
  return target;
}

/** @param {Child} child */
const nodeOf = (child) => (child instanceof Node ? child : String(child));

/**
 * @param {Element} target
 * @param {string} name
 * @param {Attributes[string]} value
 */
function setAttribute(target, name, value) {
  if (value === undefined || value === false) return;
  if (typeof value === 'function') {
    target.addEventListener(name.replace(/^on/, ''), value);
    return;
  }
  if (name.startsWith('on') || REFUSED.has(name)) throw new TypeError(`The attribute ${name} is not for texts`);
  if (name === 'href' && !/^(#|\.\/)/.test(String(value))) throw new TypeError('A link leads to this page only');
  target.setAttribute(name, value === true ? '' : String(value));
}
