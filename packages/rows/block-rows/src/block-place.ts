/** The columns that tell, in every row, from which block it comes. */
export interface BlockPlace {
  readonly workchain: number;
  /** Signed, as in the tables. */
  readonly shard: bigint;
  readonly seqno: number;
  /** Masterchain seqno of its round; null for a partial block. */
  readonly round: number | null;
  readonly rowVersion: number;
}
