/** Bounds of every batched look-up. */
export interface LookUpBounds {
  /** Keys in one query. */
  readonly keysMax: number;
  /** Queries of one look-up at a time. */
  readonly queriesMax: number;
  /** Keys of one look-up that may wait. */
  readonly waitingKeysMax: number;
}
