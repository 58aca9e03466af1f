import { blocksTable, pickColumns, uint64 } from '@tonriver/row-schema';
import type { ProofContext } from './proof.ts';
import { longQuery } from './ranges.ts';

/** Blocks whose start_lt lies in [from, to), and the lt of everything in them: [from, ltMax]. */
export interface LtWindow {
  readonly from: bigint;
  readonly to: bigint;
}

/** About a hundred rounds. A step is never divided. */
const STEP_LT = 100_000_000n;

const [startLt] = pickColumns(blocksTable, 'start_lt');
const columns = [
  startLt,
  { name: 'transactions', type: uint64, comment: 'Transactions of the blocks of the step' },
] as const;

/** Divides all blocks into windows of about that many transactions. A step with more is a window of its own. */
export async function planLtWindows(
  { store }: Pick<ProofContext, 'store'>,
  transactionsMax: number,
): Promise<readonly LtWindow[]> {
  const windows: { from: bigint; to: bigint; transactions: bigint }[] = [];
  const steps = store.stream(
    columns,
    `SELECT toUInt64(step * ${STEP_LT}) AS start_lt, total AS transactions FROM (
       SELECT intDiv(start_lt, ${STEP_LT}) AS step, toUInt64(sum(tx_count)) AS total FROM blocks FINAL GROUP BY step
     ) ORDER BY step`,
    {},
    longQuery,
  );
  for await (const batch of steps) {
    for (const { startLt: from, transactions } of batch) {
      const last = windows.at(-1);
      const to = from + STEP_LT;
      if (last !== undefined && last.transactions + transactions <= transactionsMax) {
        last.to = to;
        last.transactions += transactions;
      } else {
        windows.push({ from, to, transactions });
      }
    }
  }
  return windows;
}
