import type { BlockRow } from '@tonriver/row-schema';
import { HoleError, MASTERCHAIN, type TransactionKey } from '@tonriver/chain-reader';
import { readBlocksOfRound } from '../shard-blocks/whole-rounds.ts';
import { isInSpan } from './by-block.ts';
import { createBlockTest, hasMessageFilters } from './block-tests.ts';
import { pageOfKeys, pageOfMatches } from './candidates.ts';
import { readKeysOfBlocks } from './keys-of-blocks.ts';
import { INDEX_ROWS_MAX, ROUNDS_MAX, TOO_MANY_KEYS, TOO_MANY_ROUNDS } from './limits.ts';
import { compareTimedKeys, isAfter, type TimedKey } from './order.ts';
import type { FoundPage, Search } from './request.ts';
import { readRoundEnds } from './round-ends.ts';
import type { LtSpan } from './span.ts';
import { walkedRounds } from './walked-rounds.ts';

/**
 * Finds transactions by nothing but logical time, Unix time or parts of a block's name. Access path: the blocks of one
 * round after another, in the direction of the order (`blocks_of_rounds`), the keys of those blocks that may match
 * (`block_transactions`), then the parts of the page. Blocks that wait for their round are left out.
 */
export async function findInRounds(search: Search, span: LtSpan): Promise<FoundPage> {
  const candidates = settledKeys(search, span);
  return hasMessageFilters(search.request.filters)
    ? await pageOfMatches(search, candidates)
    : await pageOfKeys(search, candidates);
}

/**
 * Yields keys in order. Rounds overlap: a block may be much older than its round. So keys wait until no round that is
 * left can have a key before them.
 */
async function* settledKeys(search: Search, span: LtSpan): AsyncGenerator<readonly TransactionKey[]> {
  const { reader, request, refuse } = search;
  const isWanted = createBlockTest(request.filters, span);
  const compare = compareTimedKeys(request);
  let [roundCount, keyCount] = [0, 0];
  let waiting: TimedKey[] = [];
  for await (const { seqnos, isLast } of walkedRounds(search, span)) {
    roundCount += seqnos.length;
    if (roundCount > ROUNDS_MAX) throw refuse(TOO_MANY_ROUNDS);
    const blocks = await readRounds(search, seqnos);
    const wanted = blocks.filter(isWanted);
    const count = wanted.reduce((total, { txCount }) => total + txCount, 0);
    keyCount += count;
    if (keyCount > INDEX_ROWS_MAX) throw refuse(TOO_MANY_KEYS);
    const keys = count === 0 ? [] : await reader.walking.run(() => readKeysOfBlocks(reader, wanted), count);
    waiting.push(...keys.filter(({ key }) => isInSpan(span, key.lt) && isAfter(request, key)));
    const isSettled = isLast ? () => true : await settledTest(search, seqnos.at(-1) ?? 0, blocks);
    const settled = waiting.filter(isSettled);
    if (settled.length === 0) continue;
    waiting = waiting.filter((one) => !isSettled(one));
    yield settled.toSorted(compare).map(({ key }) => key);
  }
}

async function readRounds({ reader, visible }: Search, seqnos: readonly number[]): Promise<readonly BlockRow[]> {
  const ofRounds = await Promise.all(
    seqnos.map(async (seqno) => {
      const blocks = await readBlocksOfRound(reader, visible, seqno);
      if (blocks !== undefined) return blocks;
      throw new HoleError({ table: 'rounds', requiredBy: 'watermarks', key: String(seqno) });
    }),
  );
  return ofRounds.flat();
}

/** Returns what tells whether no round after the last one, in the direction of the order, has an earlier key. */
async function settledTest(
  { reader, request: { order, orderBy } }: Search,
  seqno: number,
  blocks: readonly BlockRow[],
): Promise<(one: TimedKey) => boolean> {
  if (order === 'asc') {
    const [end] = await readRoundEnds(reader, [seqno]);
    const { settledLt = 0n, settledUtime = 0 } = end ?? {};
    return orderBy === 'now' ? ({ now }) => now < settledUtime : ({ key }) => key.lt <= settledLt;
  }
  // A masterchain block begins after all that earlier rounds have, and is not older than they are.
  const masterchain = blocks.find(({ workchain, seqno: own }) => workchain === MASTERCHAIN && own === seqno);
  if (masterchain === undefined) throw new HoleError({ table: 'blocks', requiredBy: 'rounds', key: String(seqno) });
  const { startLt, genUtime } = masterchain;
  return orderBy === 'now' ? ({ now }) => now > genUtime : ({ key }) => key.lt > startLt;
}
