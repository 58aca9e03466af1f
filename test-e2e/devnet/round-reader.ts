/** A block of a round, as the devnet and the API tell of it. */
interface BlockAnswer {
  readonly workchain: number;
  readonly shard: string;
  readonly seqno: number;
  readonly root_hash: string;
}

export interface RoundReaderOptions {
  readonly lastSeqno: () => Promise<number>;
  /** All blocks of a round. */
  readonly blocksOf: (seqno: number) => Promise<readonly BlockAnswer[]>;
}

/** Reads rounds as a fetcher does, and remembers every block that it ever saw. */
export function createRoundReader({ lastSeqno, blocksOf }: RoundReaderOptions) {
  const seen = new Map<string, string>();
  const conflicts: string[] = [];
  const read = async (roundSeqno: number): Promise<void> => {
    for (const { workchain, shard, seqno, root_hash: rootHash } of await blocksOf(roundSeqno)) {
      const name = `${workchain}:${shard}:${seqno}`;
      if ((seen.get(name) ?? rootHash) !== rootHash) conflicts.push(name);
      seen.set(name, rootHash);
    }
  };
  let next = 1;
  return {
    conflicts,
    seen,
    async readOn(): Promise<void> {
      for (const last = await lastSeqno(); next <= last; next++) await read(next);
    },
    async readAgain(): Promise<number> {
      const last = await lastSeqno();
      for (let seqno = 1; seqno <= last; seqno++) await read(seqno);
      return last;
    },
  };
}
