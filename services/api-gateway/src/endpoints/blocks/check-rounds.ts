import { type BlockRecord, blockKeyText, isInRange, type VisibleRounds } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { readBlocks, readRound } from '../shard-blocks/whole-rounds.ts';
import type { BlocksRequest } from './query.ts';

/** Between two blocks of a page there may be rounds without blocks of its shards: so many are looked at in all. */
const ROUNDS_MAX = 3_000;

/**
 * Checks that no block is missing on a page that was found by generation time: of the rounds that the page covers, and
 * of one on either side, every block is stored that the list of the round names. Without that, a lost row would make a
 * page shorter, and nobody would notice.
 *
 * @throws {HoleError} when a row of a complete round is missing
 */
export async function checkRoundsOfPage(
  reader: Pick<AnswerReader, 'blocks'>,
  rows: readonly BlockRecord[],
  { filters: { workchain, shard } }: BlocksRequest,
  visible: VisibleRounds,
): Promise<void> {
  const onPage = new Set(rows.map(blockKeyText));
  const keys = (
    await Promise.all(roundsAround(rows, visible).map((seqno) => readRound(reader, visible, seqno)))
  ).flatMap((keysOfRound) => keysOfRound ?? []);
  const missing = keys.filter(
    (key) =>
      !onPage.has(blockKeyText(key)) &&
      (workchain === undefined || key.workchain === workchain) &&
      (shard === undefined || key.shard === shard),
  );
  await readBlocks(reader, missing);
}

function roundsAround(rows: readonly BlockRecord[], visible: VisibleRounds): readonly number[] {
  const rounds = new Set(rows.flatMap((row) => (row.finality === 'finalized' ? [row.mcBlockSeqno] : [])));
  if (rounds.size === 0) return [];
  const [first, last] = [Math.min(...rounds) - 1, Math.max(...rounds) + 1];
  const all =
    last - first < ROUNDS_MAX
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
      : [...rounds].slice(0, ROUNDS_MAX);
  return all.filter((seqno) => isInRange(visible, seqno));
}
