import { element } from '../page/element.js';
import { linkTo } from '../page/route.js';
import { row, section, table, wholeTimeOf } from '../parts/fields.js';
import { blockLink } from '../parts/links.js';
import { transactionPages } from '../parts/transaction-pages.js';
import { hexOfHash } from '../texts/hash-text.js';
import { countText } from '../texts/number-text.js';
import { nothingView } from './nothing.js';

/**
 * @import { Block, Blocks } from '../reading/answers.d.ts'
 * @import { PageContext, View } from '../page/show-view.js'
 */

/**
 * A masterchain block with the shard blocks that it has first, and their transactions.
 *
 * @param {PageContext} page
 * @param {{ readonly seqno: number }} route
 * @returns {Promise<View>}
 */
export async function roundView(page, { seqno }) {
  const { blocks } = /** @type {Blocks} */ (await page.ask('blocks', { mc_seqno: seqno, limit: 1_000 }));
  const [first] = blocks;
  if (first === undefined) return nothingView(`Round ${seqno}`, 'It is not indexed, or it is not there yet.');
  const masterchain = blocks.find(({ workchain }) => workchain === -1) ?? first;
  const columns = ['Block', { text: 'Root hash', kind: 'wide' }, { text: 'Transactions', kind: 'number' }];
  const transactions = await transactionPages(page, {
    caption: `Transactions of round ${seqno}`,
    none: 'This round has no transactions.',
    query: (_, count) => ({ mc_seqno: seqno, offset: count }),
  });
  return {
    title: `Round ${seqno}`,
    content: [
      element('p', {}, wholeTimeOf(masterchain.gen_utime)),
      neighbours(seqno),
      section('Blocks', table(`Blocks of round ${seqno}`, columns, blocks.map(blockRow)).frame),
      section('Transactions', transactions),
    ],
  };
}

/** @param {number} seqno */
function neighbours(seqno) {
  return element(
    'nav',
    { class: 'neighbours', 'aria-label': 'Rounds beside this one' },
    seqno > 1 && element('a', { href: linkTo({ name: 'round', seqno: seqno - 1 }) }, `← Round ${seqno - 1}`),
    ' ',
    element('a', { href: linkTo({ name: 'round', seqno: seqno + 1 }) }, `Round ${seqno + 1} →`),
  );
}

/** @param {Block} block */
function blockRow(block) {
  return row([
    blockLink(block, { isWhole: true }),
    { shown: element('code', {}, hexOfHash(block.root_hash)), kind: 'wide' },
    { shown: countText(block.tx_count), kind: 'number' },
  ]);
}
