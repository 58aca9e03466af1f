/** What the transactions of a trace have cost so far. */
export interface TraceCost {
  /** More than most traces cost: what is left of it waits behind others. */
  readonly isLong: boolean;
  /** More than nearly all traces cost. */
  readonly isLarge: boolean;
  /** A transaction is about to be run. One that fails counts as well. */
  begin(): void;
  addGas(gasUsed: bigint): void;
}

/** Transactions of a trace that is not long: a transfer of jettons has six to eight. */
const SHORT_MAX = 16;
/** Transactions of a trace that is not large. */
const TRANSACTIONS_MAX = 64;
/** Gas of all transactions of a trace that is not large: what a single one may use at most. */
const GAS_MAX = 1_000_000n;

export function createTraceCost(): TraceCost {
  let count = 0;
  let gas = 0n;
  const isLarge = (): boolean => count > TRANSACTIONS_MAX || gas >= GAS_MAX;
  return {
    get isLong() {
      return count > SHORT_MAX || isLarge();
    },
    get isLarge() {
      return isLarge();
    },
    begin() {
      count += 1;
    },
    addGas(gasUsed) {
      gas += gasUsed;
    },
  };
}
