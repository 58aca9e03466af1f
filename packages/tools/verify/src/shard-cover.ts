import { masterchainShardsTable } from '@tonriver/row-schema';
import { nameOf, type Problem } from './finding.ts';
import type { RoundLinks } from './round-links.ts';

/** The span of account prefixes that a shard covers: [from, to) of 2^64. */
interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

const ALL: Span = { from: 0n, to: 2n ** 64n };

function spanOf(signedShard: bigint): Span {
  const shard = BigInt.asUintN(64, signedShard);
  const half = shard & -shard;
  return { from: shard - half, to: shard + half };
}

function shardOf({ from, to }: Span): bigint {
  return BigInt.asIntN(64, from + (to - from) / 2n);
}

/** Checks that the shards of a round cover every account of their workchain exactly once. */
export function* checkShardCover({ round, range, tops, previousTops, nextTops }: RoundLinks): Generator<Problem> {
  const workchains = new Set([...tops, ...(previousTops ?? [])].map(({ workchain }) => workchain));
  // The first round of a range has no round before it: the round after it says which workchains there are.
  if (round === range.first) for (const { workchain } of nextTops ?? []) workchains.add(workchain);
  for (const workchain of workchains) {
    const spans = tops
      .filter((top) => top.workchain === workchain)
      .map((top) => ({ top, ...spanOf(top.shard) }))
      .toSorted((left, right) => (left.from < right.from ? -1 : 1));
    let covered = ALL.from;
    for (const { top, from, to } of spans) {
      if (from > covered) yield missing(round, workchain, { from: covered, to: from });
      if (from < covered) {
        yield {
          ...nameOf(masterchainShardsTable, top),
          problem: 'covers accounts that another shard of the round has',
        };
      }
      if (to > covered) covered = to;
    }
    if (covered < ALL.to) yield missing(round, workchain, { from: covered, to: ALL.to });
  }
}

/** A missing row leaves one shard uncovered. The name of that shard is the middle of its span. */
function missing(round: number, workchain: number, span: Span): Problem {
  const row = { mcBlockSeqno: round, workchain, shard: shardOf(span) };
  return { ...nameOf(masterchainShardsTable, row), problem: 'is missing: no shard of the round has these accounts' };
}
