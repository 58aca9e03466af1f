/** Bounds of every batched look-up. */
export interface LookUpBounds {
  /** Starts a query when it is its turn; absent: at once. */
  readonly admit?: (query: () => Promise<void>) => Promise<void>;
  /** The most keys in one query. */
  readonly keysMax: number;
  /** The most queries of one look-up at one time. */
  readonly queriesMax: number;
  /** The most keys of one look-up that wait. */
  readonly waitingKeysMax: number;
}
