import { blockKeyText, HoleError, isInRange } from '@tonriver/chain-reader';
import { firstRoundWhere, readRoundEnds } from './round-ends.ts';
import type { Search } from './request.ts';

/** The logical times between which all matching transactions are. Both are included. */
export interface LtSpan {
  readonly ltMin: bigint | undefined;
  readonly ltMax: bigint | undefined;
  /** The round of the request, if it is visible. */
  readonly mcBlockSeqno: number | undefined;
}

/**
 * Returns the span of logical time of a request. Rounds, blocks and times are narrow spans, and all indexes are sorted
 * by logical time.
 */
export async function spanOf(search: Search): Promise<LtSpan> {
  const { reader, request, visible } = search;
  const { lt, start_lt: startLt, end_lt: endLt, mc_seqno: mcSeqno, workchain, shard, seqno } = request.filters;
  const { after, order } = request;
  const round = mcSeqno === undefined ? undefined : await reader.blocks.rounds.get(String(mcSeqno));
  if (round === undefined && isInRange(visible, mcSeqno)) {
    throw new HoleError({ table: 'rounds', requiredBy: 'watermarks', key: String(mcSeqno) });
  }
  const hasBlock = workchain !== undefined && shard !== undefined && seqno !== undefined;
  const block = hasBlock ? await reader.blocks.byKey.get(blockKeyText({ workchain, shard, seqno })) : undefined;
  const times = await spanOfTimes(search);
  return {
    ltMin: highest([lt, startLt, round?.startLt, block?.startLt, times.ltMin, order === 'asc' ? after?.lt : undefined]),
    ltMax: lowest([lt, endLt, round?.endLt, block?.endLt, times.ltMax, order === 'desc' ? after?.lt : undefined]),
    mcBlockSeqno: round === undefined ? undefined : mcSeqno,
  };
}

/**
 * Returns the span of logical time of a window of Unix time. A round has no block that is younger than its masterchain
 * block, so the first round of the window is exact. Blocks of the window may come in later rounds, until every shard is
 * past it.
 */
async function spanOfTimes({ reader, request, visible }: Search): Promise<Pick<LtSpan, 'ltMin' | 'ltMax'>> {
  const { start_utime: start, end_utime: end } = request.filters;
  const { range } = visible;
  if (range === undefined || (start === undefined && end === undefined)) return { ltMin: undefined, ltMax: undefined };
  const [first, last] = await Promise.all([
    start === undefined ? undefined : firstRoundWhere(reader, range, ({ genUtime }) => genUtime >= start),
    end === undefined ? undefined : firstRoundWhere(reader, range, ({ settledUtime }) => settledUtime > end),
  ]);
  const ltMax = last?.endLt;
  if (start === undefined) return { ltMin: undefined, ltMax };
  // Before the range, single blocks may be stored. Without a round in the window, blocks without a round may be in it.
  const before = (first?.seqno ?? range.lastSeqno + 1) - 1;
  if (before < range.firstSeqno) return { ltMin: undefined, ltMax };
  const [endBefore] = await readRoundEnds(reader, [before]);
  return { ltMin: endBefore === undefined ? undefined : endBefore.settledLt + 1n, ltMax };
}

function highest(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce((best, value) => (value !== undefined && (best === undefined || value > best) ? value : best));
}

function lowest(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce((best, value) => (value !== undefined && (best === undefined || value < best) ? value : best));
}
