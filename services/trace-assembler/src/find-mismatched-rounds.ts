import {
  type ClickHouseStore,
  createDigestLayouts,
  type DigestedBlock,
  type DigestedRounds,
  digestKey,
  readDigests,
} from '@tonriver/clickhouse';
import { columnsSql, type DigestedTable, masterchainShardsTable, pickColumns } from '@tonriver/row-schema';
import type { AnnouncedBlock } from './announced-round.ts';
import type { FindMismatchedRounds } from './extend-range.ts';

const TABLES: readonly DigestedTable[] = ['blocks', 'masterchain_shards', 'transactions', 'messages'];

/**
 * Reads back the rows of announced blocks: the watermark moves only over rows that are there. A round must also have
 * every shard block that its masterchain block is the first to name: the announcements alone do not prove how many
 * blocks it has.
 */
export function createMismatchFinder(store: ClickHouseStore): FindMismatchedRounds {
  const findLayout = createDigestLayouts(store);

  /** The stored digests of blocks of one version, computed as the program that announced them computed its own. */
  const readAsAnnounced = async (
    version: number,
    blocks: readonly AnnouncedBlock[],
  ): Promise<ReadonlyMap<string, DigestedBlock>> => {
    const layout = await findLayout(version);
    // A version that no migration of this database recorded: nothing that is stored can be what was announced.
    return layout === undefined ? new Map() : await readDigests(store, roundsOf(blocks), layout);
  };

  return async (blocks) => {
    if (blocks.length === 0) return new Set();
    const mismatched = new Set<number>();
    for (const version of new Set(blocks.map(({ schemaVersion }) => schemaVersion))) {
      const ofVersion = blocks.filter(({ schemaVersion }) => schemaVersion === version);
      const stored = await readAsAnnounced(version, ofVersion);
      for (const block of ofVersion) {
        if (!isStored(block, stored.get(keyOf(block))?.tables)) mismatched.add(block.round);
      }
    }
    for (const round of await roundsWithoutTops(store, blocks)) mismatched.add(round);
    return mismatched;
  };
}

function roundsOf(blocks: readonly AnnouncedBlock[]): DigestedRounds {
  const lts = blocks.map(({ startLt, endLt }) => [BigInt(startLt), BigInt(endLt)] as const);
  return {
    rounds: [...new Set(blocks.map(({ round }) => round))],
    ltFrom: lts.reduce((least, [lt]) => (lt < least ? lt : least), lts[0]![0]),
    ltTo: lts.reduce((most, [, lt]) => (lt > most ? lt : most), 0n),
  };
}

const shardColumns = pickColumns(masterchainShardsTable, 'mc_block_seqno', 'workchain', 'shard', 'seqno');

/**
 * Returns rounds that lack a new shard block. Without the stored shards of the round before it is not known what is
 * new.
 */
async function roundsWithoutTops(
  store: ClickHouseStore,
  blocks: readonly AnnouncedBlock[],
): Promise<readonly number[]> {
  const announced = new Map<number, Set<string>>();
  for (const block of blocks) announced.set(block.round, (announced.get(block.round) ?? new Set()).add(keyOf(block)));
  const rounds = [...announced.keys()].toSorted((left, right) => left - right);
  const rows = await store.select(
    shardColumns,
    `SELECT ${columnsSql(shardColumns)} FROM masterchain_shards FINAL
     WHERE mc_block_seqno BETWEEN {first:UInt32} AND {last:UInt32}`,
    { first: Math.max(0, rounds[0]! - 1), last: rounds.at(-1)! },
  );
  const tops = new Map<number, Set<string>>();
  for (const { mcBlockSeqno, ...top } of rows) {
    // A top with seqno 0 is a zero state.
    if (top.seqno > 0) tops.set(mcBlockSeqno, (tops.get(mcBlockSeqno) ?? new Set()).add(digestKey(top)));
  }
  return rounds.filter((round) => {
    const before = tops.get(round - 1);
    if (before === undefined && round !== 1) return false;
    return [...(tops.get(round) ?? [])].some((top) => before?.has(top) !== true && !announced.get(round)!.has(top));
  });
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
