/**
 * @typedef {{ readonly name: 'rounds' }
 *   | { readonly name: 'round', readonly seqno: number }
 *   | { readonly name: 'block', readonly workchain: number, readonly shard: string, readonly seqno: number }
 *   | { readonly name: 'transaction' | 'message' | 'body', readonly hash: string }
 *   | { readonly name: 'account', readonly address: string }
 *   | { readonly name: 'search', readonly text: string }
 *   | { readonly name: 'unknown' }} Route what a person looks at; hashes and shards are hexadecimal, addresses are raw
 */

const SEQNO = /^\d{1,10}$/;
const HASH = /^[0-9a-f]{64}$/;
const SHARD = /^[0-9a-f]{16}$/;
const ADDRESS = /^-?\d{1,10}:[0-9A-F]{64}$/;

/**
 * Reads the part of the page's address after `#`.
 *
 * @param {string} fragment
 * @returns {Route}
 */
export function routeOf(fragment) {
  const [name = '', ...values] = fragment
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  const [first = '', second = '', third = ''] = values;
  if (name === '') return { name: 'rounds' };
  if (name === 'round' && SEQNO.test(first)) return { name, seqno: Number(first) };
  if (name === 'block' && /^-?\d{1,10}$/.test(first) && SHARD.test(second) && SEQNO.test(third)) {
    return { name, workchain: Number(first), shard: second, seqno: Number(third) };
  }
  if ((name === 'transaction' || name === 'message' || name === 'body') && HASH.test(first)) {
    return { name, hash: first };
  }
  if (name === 'account' && ADDRESS.test(first)) return { name, address: first };
  if (name === 'search' && first !== '') return { name, text: first };
  return { name: 'unknown' };
}

/**
 * Returns the link to a route.
 *
 * @param {Route} route
 * @returns {string}
 */
export function linkTo(route) {
  switch (route.name) {
    case 'round':
      return `#/round/${route.seqno}`;
    case 'block':
      return `#/block/${route.workchain}/${route.shard}/${route.seqno}`;
    case 'transaction':
    case 'message':
    case 'body':
      return `#/${route.name}/${encodeURIComponent(route.hash)}`;
    case 'account':
      return `#/account/${encodeURIComponent(route.address)}`;
    case 'search':
      return `#/search/${encodeURIComponent(route.text)}`;
    case 'rounds':
    case 'unknown':
      return '#/';
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
