/** What every row of a block says of where it comes from. */
export interface BlockPlace {
  readonly workchain: number;
  /** Signed, as the tables order shards. */
  readonly shard: bigint;
  readonly seqno: number;
  /** Masterchain seqno of its round; null for a partial block. */
  readonly round: number | null;
  readonly rowVersion: number;
}
