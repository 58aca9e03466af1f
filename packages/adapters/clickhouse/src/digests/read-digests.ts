import {
  digestColumns,
  type DigestedTable,
  digestedTables,
  type DigestLayout,
  digestSql,
  emptyDigest,
  type RowDigest,
  type RowReader,
} from '@tonriver/row-schema';

export interface DigestedBlock {
  readonly workchain: number;
  /** Signed. */
  readonly shard: bigint;
  readonly seqno: number;
  /** A table without rows of the block has 0 rows and the digest of nothing. */
  readonly tables: Readonly<Record<DigestedTable, RowDigest>>;
}

/** Some rounds with the range of lt that their blocks span, both ends included. */
export interface DigestedRounds {
  readonly rounds: readonly number[];
  readonly ltFrom: bigint;
  readonly ltTo: bigint;
}

/** `workchain:shard:seqno` with the signed shard: the key of `readDigests`. */
export function digestKey(block: {
  readonly workchain: number;
  readonly shard: bigint;
  readonly seqno: number;
}): string {
  return `${block.workchain}:${block.shard}:${block.seqno}`;
}

const nothing: RowDigest = { rows: 0, digest: emptyDigest };

/**
 * Counts and digests of the stored rows of some rounds, by `digestKey`: every block that has a row in any table.
 *
 * @param layout the columns that are digested: those of the program that announced the digests they are compared with
 */
export async function readDigests(
  store: RowReader,
  { rounds, ltFrom, ltTo }: DigestedRounds,
  layout: DigestLayout,
): Promise<ReadonlyMap<string, DigestedBlock>> {
  const blocks = new Map<string, DigestedBlock>();
  for (const name of Object.keys(digestedTables) as DigestedTable[]) {
    const rows = await store.select(digestColumns, digestSql(name, layout[name]), {
      rounds,
      lt_from: ltFrom,
      lt_to: ltTo,
    });
    for (const row of rows) {
      const id = { workchain: row.blockWorkchain, shard: row.blockShard, seqno: row.blockSeqno };
      const before = blocks.get(digestKey(id))?.tables ?? {
        blocks: nothing,
        masterchain_shards: nothing,
        transactions: nothing,
        messages: nothing,
      };
      const found: RowDigest = { rows: Number(row.rowCount), digest: new Uint8Array(row.digest) };
      blocks.set(digestKey(id), { ...id, tables: { ...before, [name]: found } });
    }
  }
  return blocks;
}
