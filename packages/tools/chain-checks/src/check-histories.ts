import type { OpenedBlock } from './chain-checker.ts';
import { expectThat } from './expect-that.ts';

/** Checks that the histories of load go on by one bit, from zero after a split or a merge. */
export function checkHistories({ block, after, parents }: OpenedBlock): void {
  const { info } = block;
  const isNew = info.afterMerge || info.afterSplit;
  for (const history of ['overloadHistory', 'underloadHistory'] as const) {
    const old = isNew ? 0n : (parents[0]?.state[history] ?? 0n);
    const shifted = BigInt.asUintN(64, old << 1n);
    expectThat((after.state[history] | 1n) === (shifted | 1n), 'the history of load goes on by one bit');
  }
  const isBoth = (after.state.overloadHistory & after.state.underloadHistory & 1n) === 1n;
  expectThat(!isBoth && !(info.wantSplit && info.wantMerge), 'no shard wants to split and to merge');
}
