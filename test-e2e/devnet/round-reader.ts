import type { DevnetProcess } from './devnet-process.ts';

interface RoundAnswer {
  readonly mc_seqno: number;
  readonly blocks: readonly {
    readonly workchain: number;
    readonly shard: string;
    readonly seqno: number;
    readonly root_hash: string;
  }[];
}

/** Reads rounds as a fetcher does, and remembers every block that it ever saw. */
export function createRoundReader(devnet: Pick<DevnetProcess, 'get' | 'lastSeqno'>) {
  const seen = new Map<string, string>();
  const conflicts: string[] = [];
  const read = async (seqno: number): Promise<void> => {
    const { blocks } = await devnet.get<RoundAnswer>(`/source/v1/rounds/${seqno}`);
    for (const { workchain, shard, seqno: blockSeqno, root_hash: rootHash } of blocks) {
      const name = `${workchain}:${shard}:${blockSeqno}`;
      if ((seen.get(name) ?? rootHash) !== rootHash) conflicts.push(name);
      seen.set(name, rootHash);
    }
  };
  let next = 1;
  return {
    conflicts,
    seen,
    async readOn(): Promise<void> {
      for (const last = await devnet.lastSeqno(); next <= last; next++) await read(next);
    },
    async readAgain(): Promise<number> {
      const last = await devnet.lastSeqno();
      for (let seqno = 1; seqno <= last; seqno++) await read(seqno);
      return last;
    },
  };
}
