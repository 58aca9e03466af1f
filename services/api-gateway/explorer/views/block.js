import { element } from '../page/element.js';
import { copiedText, fieldList, section, wholeTimeOf } from '../parts/fields.js';
import { blockLink, roundLink } from '../parts/links.js';
import { transactionPages } from '../parts/transaction-pages.js';
import { hexOfHash } from '../texts/hash-text.js';
import { countText, signedShard } from '../texts/number-text.js';
import { nothingView } from './nothing.js';

/**
 * @import { Block, Blocks } from '../reading/answers.d.ts'
 * @import { PageContext, View } from '../page/show-view.js'
 */

/**
 * One block: what its header says, and its transactions.
 *
 * @param {PageContext} page
 * @param {{ readonly workchain: number, readonly shard: string, readonly seqno: number }} route
 * @returns {Promise<View>}
 */
export async function blockView(page, { workchain, shard, seqno }) {
  const title = `Block ${seqno} of ${workchain === -1 ? 'the masterchain' : `workchain ${workchain}, shard ${shard}`}`;
  const key = { workchain, shard: signedShard(shard), seqno };
  const [block] = /** @type {Blocks} */ (await page.ask('blocks', key)).blocks;
  if (block === undefined) return nothingView(title, 'It is not indexed, or it is not there yet.');
  const transactions = await transactionPages(page, {
    caption: 'Transactions of this block',
    none: 'This block has no transactions.',
    query: (_, count) => ({ ...key, offset: count }),
  });
  return { title, content: [header(block, page), section('Transactions', transactions)] };
}

/**
 * @param {Block} block
 * @param {PageContext} page
 */
function header(block, { announce }) {
  const file =
    block.file_hash === null ? 'not confirmed' : copiedText(hexOfHash(block.file_hash), 'Copy the file hash', announce);
  const events = [
    block.key_block && 'key block',
    block.after_split && 'after a split',
    block.before_split && 'before a split',
    block.after_merge && 'after a merge',
  ].filter(Boolean);
  const previous = block.prev_blocks.flatMap((one) => [blockLink(one, { isWhole: true }), ' ']);
  return fieldList([
    ['Time', wholeTimeOf(block.gen_utime)],
    ['Round', block.masterchain_block_ref === null ? 'not known yet' : roundLink(block.masterchain_block_ref.seqno)],
    ['Root hash', copiedText(hexOfHash(block.root_hash), 'Copy the root hash', announce)],
    ['File hash', file],
    ['Previous', element('span', {}, ...previous)],
    ['Kind', events.length > 0 && events.join(', ')],
    ['Transactions', countText(block.tx_count)],
    ['Logical time', `${countText(block.start_lt)} to ${countText(block.end_lt)}`],
    ['Previous key block', String(block.prev_key_block_seqno)],
    ['Network id', String(block.global_id)],
    ['Version', String(block.version)],
  ]);
}
