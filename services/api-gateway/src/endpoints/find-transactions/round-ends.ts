import { columnsSql, masterchainShardsTable, pickColumns, roundsTable } from '@tonriver/row-schema';
import { groupedBy, HoleError } from '@tonriver/chain-reader';
import type { AnswerReader } from '../../answers/answer-reader.ts';

/** Where a round ends, and where the blocks of later rounds may begin. */
export interface RoundEnd {
  readonly seqno: number;
  /** No transaction of this round or an earlier one has a later logical time: a masterchain block ends last. */
  readonly endLt: bigint;
  /** No block of this round or an earlier one has a later time. */
  readonly genUtime: number;
  /** Transactions of later rounds have a later logical time: each shard goes on after its newest block. */
  readonly settledLt: bigint;
  /** Blocks of later rounds have this time or a later one. */
  readonly settledUtime: number;
}

const roundColumns = pickColumns(roundsTable, 'mc_block_seqno', 'end_lt', 'gen_utime');
const topColumns = pickColumns(masterchainShardsTable, 'mc_block_seqno', 'end_lt', 'gen_utime');

/** Rounds that one step of a search looks at: five steps find a round among a thousand million. */
const PROBES = 64;

/**
 * Reads the ends of complete rounds.
 *
 * @throws {HoleError} when a round, or the shards of its masterchain block, are not stored
 */
export async function readRoundEnds(
  { stores }: Pick<AnswerReader, 'stores'>,
  seqnos: readonly number[],
): Promise<readonly RoundEnd[]> {
  if (seqnos.length === 0) return [];
  const wanted = `mc_block_seqno IN (${seqnos.join(', ')})`;
  const [rounds, tops] = await Promise.all([
    stores.gated.select(roundColumns, `SELECT ${columnsSql(roundColumns)} FROM rounds WHERE ${wanted}`),
    stores.gated.select(topColumns, `SELECT ${columnsSql(topColumns)} FROM masterchain_shards WHERE ${wanted}`),
  ]);
  const roundOf = new Map(rounds.map((round) => [round.mcBlockSeqno, round]));
  const topsOf = groupedBy(tops, ({ mcBlockSeqno }) => String(mcBlockSeqno));
  return seqnos.map((seqno) => {
    const key = String(seqno);
    const round = roundOf.get(seqno);
    const ofRound = topsOf.get(key);
    if (round === undefined) throw new HoleError({ table: 'rounds', requiredBy: 'watermarks', key });
    if (ofRound === undefined) throw new HoleError({ table: 'masterchain_shards', requiredBy: 'rounds', key });
    const settledLt = ofRound.reduce((least, { endLt }) => (endLt < least ? endLt : least), round.endLt);
    const settledUtime = ofRound.reduce((least, { genUtime }) => Math.min(least, genUtime), round.genUtime);
    return { seqno, endLt: round.endLt, genUtime: round.genUtime, settledLt, settledUtime };
  });
}

/** Returns the first round of a contiguous range for which a condition holds that holds for all rounds after it too. */
export async function firstRoundWhere(
  reader: Pick<AnswerReader, 'stores'>,
  { firstSeqno, lastSeqno }: { readonly firstSeqno: number; readonly lastSeqno: number },
  holds: (end: RoundEnd) => boolean,
): Promise<RoundEnd | undefined> {
  let found: RoundEnd | undefined;
  for (let [low, high] = [firstSeqno, lastSeqno]; low <= high; ) {
    const ends = await readRoundEnds(reader, probesOf(low, high));
    const at = ends.findIndex(holds);
    // The last probe is the end of what is left.
    if (at < 0) break;
    found = ends[at];
    high = ends[at]!.seqno - 1;
    if (at > 0) low = ends[at - 1]!.seqno + 1;
  }
  return found;
}

/** Returns rounds that cut a range into equal pieces, each the end of one. */
function probesOf(low: number, high: number): readonly number[] {
  const count = Math.min(PROBES, high - low + 1);
  return Array.from({ length: count }, (_, index) => low + Math.ceil(((high - low + 1) * (index + 1)) / count) - 1);
}
