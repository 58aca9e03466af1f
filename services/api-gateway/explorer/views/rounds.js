import { element } from '../page/element.js';
import { row, section, table, timeOf } from '../parts/fields.js';
import { blockLink, roundLink } from '../parts/links.js';
import { newestActions } from '../parts/newest-actions.js';
import { putFirst } from '../parts/put-first.js';
import { transactionRow, transactionTable } from '../parts/transaction-table.js';
import { countText } from '../texts/number-text.js';

/**
 * @import { Block, Blocks, Transactions } from '../reading/answers.d.ts'
 * @import { Rounds } from '../page/live-rounds.js'
 * @import { PageContext, View } from '../page/show-view.js'
 */

const ROUNDS_SHOWN = 20;
const TRANSACTIONS_SHOWN = 20;
/** Hashes that are kept so that no transaction is listed twice. */
const KNOWN_MAX = 500;
const REQUESTS_AT_ONCE = 4;
const AGES_MS = 1_000;

/**
 * The newest rounds as they come, the newest transactions of the basechain in them, and what they did.
 *
 * @param {PageContext} page
 * @returns {Promise<View>}
 */
export async function roundsView(page) {
  const rounds = table('Newest rounds', ['Round', 'Time', 'Blocks', { text: 'Transactions', kind: 'wide number' }], []);
  const newest = transactionTable('Newest transactions of the basechain', [], {});
  const actions = newestActions(page);
  const empty = element('p', { class: 'quiet' }, 'Reading…');
  newest.frame.hidden = true;
  let last = 0;
  /**
   * @param {Rounds} range
   * @returns {Promise<readonly number[]>} the new rounds with transactions of the basechain
   */
  const update = async (range) => {
    const from = Math.max(range.first, last + 1, range.last - ROUNDS_SHOWN + 1);
    const seqnos = Array.from({ length: range.last - from + 1 }, (_, index) => from + index);
    /** @type {number[]} */
    const lively = [];
    for (let start = 0; start < seqnos.length; start += REQUESTS_AT_ONCE) {
      const asked = seqnos.slice(start, start + REQUESTS_AT_ONCE);
      const read = await Promise.all(asked.map((seqno) => page.ask('blocks', { mc_seqno: seqno, limit: 1_000 })));
      for (const [index, { blocks }] of /** @type {Blocks[]} */ (read).entries()) {
        const seqno = asked[index] ?? 0;
        putFirst(rounds.body, roundRow(seqno, blocks), ROUNDS_SHOWN);
        if (countOf(blocks.filter(({ workchain }) => workchain === 0)) > 0) lively.push(seqno);
      }
      last = asked.at(-1) ?? last;
    }
    return lively;
  };
  /** @type {Set<string>} */
  const known = new Set();
  /** @param {Record<string, number>} query */
  const addTransactions = async (query) => {
    const asked = { ...query, workchain: 0, limit: TRANSACTIONS_SHOWN };
    const { transactions, address_book: book } = /** @type {Transactions} */ (await page.ask('transactions', asked));
    for (const one of transactions.filter(({ hash }) => !known.has(hash)).toReversed()) {
      known.add(one.hash);
      putFirst(newest.body, transactionRow(one, book), TRANSACTIONS_SHOWN);
    }
    for (const old of [...known].slice(0, -KNOWN_MAX)) known.delete(old);
    newest.frame.hidden = newest.body.children.length === 0;
    empty.hidden = !newest.frame.hidden;
    empty.textContent = 'None in the newest rounds.';
  };
  const tellFailure = () => {
    empty.textContent = 'They could not be read.';
  };
  const range = page.live.newest() ?? (await rangeOf(page));
  if (range !== undefined) await update(range);
  // The rounds are shown before transactions are read. What follows waits for both.
  let adding = addTransactions({}).catch(tellFailure);
  void actions.update();
  page.live.follow(async (rounds) => {
    for (const seqno of await update(rounds)) {
      adding = adding.then(() => addTransactions({ mc_seqno: seqno })).catch(tellFailure);
    }
    await Promise.all([adding, actions.update()]);
  }, page.signal);
  const ages = setInterval(() => refreshAges([rounds.body, actions.list, newest.body]), AGES_MS);
  page.signal.addEventListener('abort', () => clearInterval(ages));
  return {
    title: 'Rounds',
    content: [
      liveSwitch(page),
      section('Newest actions', actions.empty, actions.list),
      section('Newest rounds', rounds.frame),
      section('Newest transactions', empty, newest.frame),
    ],
  };
}

/** @param {readonly Block[]} blocks */
const countOf = (blocks) => blocks.reduce((sum, { tx_count: count }) => sum + count, 0);

/**
 * @param {PageContext} page
 * @returns {Promise<Rounds | undefined>}
 */
async function rangeOf({ ask }) {
  const { first, last } = await ask('masterchainInfo');
  return last === null || first === null ? undefined : { first: first.seqno, last: last.seqno };
}

/**
 * @param {number} seqno
 * @param {readonly Block[]} blocks
 */
function roundRow(seqno, blocks) {
  const masterchain = blocks.find(({ workchain }) => workchain === -1);
  const shown = blocks.map((block) => element('li', {}, blockLink(block), ` ${countText(block.tx_count)}`));
  const cells = [
    element('span', {}, roundLink(seqno), masterchain?.key_block === true && element('span', { class: 'tag' }, 'key')),
    masterchain === undefined ? '—' : timeOf(masterchain.gen_utime),
    element('ul', { class: 'blocks' }, ...shown),
    { shown: countText(countOf(blocks)), kind: 'wide number' },
  ];
  return row(cells, 'new');
}

/** @param {readonly HTMLElement[]} parts */
function refreshAges(parts) {
  for (const time of parts.flatMap((part) => [...part.querySelectorAll('time')])) {
    time.textContent = timeOf(Date.parse(time.dateTime) / 1000).textContent;
  }
}

/**
 * What moves by itself can be stopped by the person who reads it.
 *
 * @param {PageContext} page
 */
function liveSwitch({ live, signal, announce }) {
  const texts = { connecting: 'Connecting…', live: 'Live', lost: 'Connection lost; trying again', paused: 'Paused' };
  const state = element('span', { class: 'state' });
  const button = element('button', { type: 'button', onclick: () => live.pause(live.state() !== 'paused') });
  const tell = () => {
    state.textContent = texts[live.state()];
    state.dataset['state'] = live.state();
    button.textContent = live.state() === 'paused' ? 'Go on' : 'Pause';
  };
  live.onState(() => {
    tell();
    announce(texts[live.state()]);
  }, signal);
  tell();
  return element('p', { class: 'live' }, state, ' ', button);
}
