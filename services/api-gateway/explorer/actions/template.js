/**
 * @typedef {{ readonly kind: 'text', readonly text: string }
 *   | { readonly kind: 'verb', readonly done: string, readonly tried: string }
 *   | { readonly kind: 'value', readonly what: string, readonly keys: readonly string[] }
 *   | { readonly kind: 'optional', readonly parts: readonly TemplatePart[] }} TemplatePart
 */

const PART = /\{([^{}]*)\}|<([^<>|]*)\|([^<>|]*)>|\[([^[\]]*)\]/g;

/**
 * Reads the template of a sentence. `{what key …}` is a value made of members of an action's details (`a.b` is member b
 * of a), `<done|try>` a verb in the past and after "tried to", and what stands in `[…]` is left out when a value in it
 * is not known.
 *
 * @param {string} template
 * @returns {readonly TemplatePart[]}
 */
export function readTemplate(template) {
  /** @type {TemplatePart[]} */
  const parts = [];
  let end = 0;
  for (const match of template.matchAll(PART)) {
    const [whole, value, done, tried, optional] = match;
    if (match.index > end) parts.push({ kind: 'text', text: template.slice(end, match.index) });
    end = match.index + whole.length;
    if (value !== undefined) {
      const [what = '', ...keys] = value.split(' ');
      parts.push({ kind: 'value', what, keys });
    } else if (done !== undefined && tried !== undefined) parts.push({ kind: 'verb', done, tried });
    else if (optional !== undefined) parts.push({ kind: 'optional', parts: readTemplate(optional) });
  }
  if (end < template.length) parts.push({ kind: 'text', text: template.slice(end) });
  return parts;
}

/**
 * Returns all values of a template.
 *
 * @param {readonly TemplatePart[]} parts
 * @returns {readonly { readonly what: string, readonly keys: readonly string[] }[]}
 */
export function valuesOf(parts) {
  return parts.flatMap((part) =>
    part.kind === 'value' ? [part] : part.kind === 'optional' ? valuesOf(part.parts) : [],
  );
}
