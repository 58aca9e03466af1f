/** Bounds of every batched look-up. */
export interface LookUpBounds {
  /** Lets a query begin when it is its turn; absent: at once. */
  readonly admit?: (query: () => Promise<void>) => Promise<void>;
  /** Keys in one query. */
  readonly keysMax: number;
  /** Queries of one look-up at a time. */
  readonly queriesMax: number;
  /** Keys of one look-up that may wait. */
  readonly waitingKeysMax: number;
}
