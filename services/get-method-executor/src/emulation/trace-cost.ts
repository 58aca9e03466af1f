/** What the transactions of a trace have cost so far. */
export interface TraceCost {
  /** More than nearly all traces cost. */
  readonly isLarge: boolean;
  /** A transaction is about to be run. One that fails counts as well. */
  begin(): void;
  addGas(gasUsed: bigint): void;
}

/** Transactions of a trace that is not large. */
const TRANSACTIONS_MAX = 64;
/** Gas of all transactions of a trace that is not large: what a single one may use at most. */
const GAS_MAX = 1_000_000n;

export function createTraceCost(): TraceCost {
  let count = 0;
  let gas = 0n;
  return {
    get isLarge() {
      return count > TRANSACTIONS_MAX || gas >= GAS_MAX;
    },
    begin() {
      count += 1;
    },
    addGas(gasUsed) {
      gas += gasUsed;
    },
  };
}
