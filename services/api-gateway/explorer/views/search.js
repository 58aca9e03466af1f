import { element } from '../page/element.js';
import { linkTo } from '../page/route.js';
import { findAnything } from '../reading/find-anything.js';
import { nothingView } from './nothing.js';

/** @import { PageContext, View } from '../page/show-view.js' */

/**
 * What a text leads to. One thing is shown at once; several are listed.
 *
 * @param {PageContext} page
 * @param {{ readonly text: string }} route
 * @returns {Promise<View>}
 */
export async function searchView(page, { text }) {
  const found = await findAnything(page.ask, text);
  const [first] = found;
  if (first === undefined) {
    return nothingView(
      'Nothing was found',
      `“${text}” is no hash, address, round or block that is indexed here. Hashes can be hexadecimal or base64; ` +
        'addresses raw or user-friendly; blocks (workchain,shard,seqno).',
    );
  }
  if (found.length === 1) {
    if (!page.signal.aborted) location.replace(linkTo(first.route));
    return nothingView('Search', 'Found.');
  }
  const links = found.map(({ what, route }) => {
    const name = route.name === 'account' ? `${what} ${route.address}` : what;
    return element('li', {}, element('a', { href: linkTo(route) }, name));
  });
  return { title: 'Several things were found', content: [element('ul', { class: 'found' }, ...links)] };
}
