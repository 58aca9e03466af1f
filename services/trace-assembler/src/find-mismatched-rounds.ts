import { type ClickHouseStore, digestKey, type DigestedTable, readDigests } from '@tonriver/clickhouse';
import type { AnnouncedBlock } from './announced-round.ts';
import type { FindMismatchedRounds } from './assemble-ranges.ts';

const TABLES: readonly DigestedTable[] = ['blocks', 'masterchain_shards', 'transactions', 'messages'];

/** Reads back what is stored of announced blocks: the watermark moves over rows that are there, not over promises. */
export function createMismatchFinder(store: ClickHouseStore): FindMismatchedRounds {
  return async (blocks) => {
    if (blocks.length === 0) return new Set();
    const lts = blocks.map(({ startLt, endLt }) => [BigInt(startLt), BigInt(endLt)] as const);
    const stored = await readDigests(store, {
      rounds: [...new Set(blocks.map(({ round }) => round))],
      ltFrom: lts.reduce((least, [lt]) => (lt < least ? lt : least), lts[0]![0]),
      ltTo: lts.reduce((most, [, lt]) => (lt > most ? lt : most), 0n),
    });
    const mismatched = blocks.filter((block) => !isStored(block, stored.get(keyOf(block))?.tables));
    return new Set(mismatched.map(({ round }) => round));
  };
}

type StoredDigests = Readonly<Record<DigestedTable, { readonly rows: number; readonly digest: Uint8Array }>>;

function isStored({ digests }: AnnouncedBlock, stored: StoredDigests | undefined): boolean {
  if (stored === undefined) return false;
  return TABLES.every((table) => {
    const { rows, digest } = stored[table];
    return rows === digests[table].rows && Buffer.from(digest).toString('base64') === digests[table].digest;
  });
}

function keyOf({ workchain, shard, seqno }: AnnouncedBlock): string {
  return digestKey({ workchain, shard: BigInt.asIntN(64, BigInt(`0x${shard}`)), seqno });
}
