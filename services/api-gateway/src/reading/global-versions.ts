import { type BoundedMap, createBoundedMap } from '../look-up/bounded-map.ts';
import {
  type BlockKey,
  type Blocks,
  type BlockVersions,
  blockKeyText,
  MASTERCHAIN,
  MASTERCHAIN_SHARD,
} from './blocks.ts';

/** Since this global version the raw field `ihr_fee` of a message holds `extra_flags`, and the fee itself is 0. */
export const EXTRA_FLAGS_GLOBAL_VERSION = 12;

/** Blocks whose version is remembered: once its round and key block are known it does not change. */
const BLOCKS_MAX = 100_000;
/** Key blocks come about once an hour: this many span years. */
const KEY_BLOCKS_MAX = 10_000;

/** Which global version was in force where a block was committed. */
export interface GlobalVersions {
  /**
   * Versions by block key text; blocks that are not stored are left out.
   *
   * The version is that of the newest key block at or before the masterchain block that committed the block. When that
   * key block is not stored, the version of the software that made the block stands in: it rises with the global
   * version, and nothing else in the block tells.
   */
  ofBlocks(keyTexts: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function createGlobalVersions(blocks: Blocks): GlobalVersions {
  const versionOfBlock = createBoundedMap<number>({ entriesMax: BLOCKS_MAX });
  const versionOfKeyBlock = createBoundedMap<number>({ entriesMax: KEY_BLOCKS_MAX });
  return {
    async ofBlocks(keyTexts) {
      const versions = new Map<string, number>();
      const unknown: string[] = [];
      for (const keyText of keyTexts) {
        const version = versionOfBlock.get(keyText);
        if (version === undefined) unknown.push(keyText);
        else versions.set(keyText, version);
      }
      if (unknown.length === 0) return versions;
      const rows = (await blocks.versions.getMany(unknown)).filter((row) => row !== undefined);
      const keySeqnoOf = await keyBlockFinder(blocks, rows);
      await learnKeyBlocks(blocks, versionOfKeyBlock, rows.map(keySeqnoOf));
      for (const row of rows) {
        const version = versionOfKeyBlock.get(String(keySeqnoOf(row)));
        versions.set(blockKeyText(row), version ?? row.genSoftwareVersion ?? 0);
        if (version !== undefined && row.mcBlockSeqno !== null) versionOfBlock.set(blockKeyText(row), version);
      }
      return versions;
    },
  };
}

/** For each block the seqno of the key block that configured its round. */
async function keyBlockFinder(blocks: Blocks, rows: readonly BlockVersions[]): Promise<(row: BlockVersions) => number> {
  const roundOf = ({ mcBlockSeqno, workchain, seqno }: BlockVersions): number | undefined =>
    mcBlockSeqno ?? (workchain === MASTERCHAIN ? seqno : undefined);
  const rounds = [...new Set(rows.map(roundOf).filter((round) => round !== undefined))];
  const keySeqnos = new Map<number, number>();
  for (const row of await blocks.versions.getMany(rounds.map(masterchainKeyText))) {
    if (row !== undefined) keySeqnos.set(row.seqno, row.keyBlock ? row.seqno : row.prevKeyBlockSeqno);
  }
  // A block without its round names a key block too: the newest before the masterchain block that it refers to.
  return (row) => keySeqnos.get(roundOf(row) ?? -1) ?? row.prevKeyBlockSeqno;
}

async function learnKeyBlocks(blocks: Blocks, known: BoundedMap<number>, seqnos: readonly number[]): Promise<void> {
  const missing = [...new Set(seqnos)].filter((seqno) => known.get(String(seqno)) === undefined);
  for (const row of await blocks.versions.getMany(missing.map(masterchainKeyText))) {
    if (row !== undefined && row.globalVersion !== null) known.set(String(row.seqno), row.globalVersion);
  }
}

function masterchainKeyText(seqno: number): string {
  const key: BlockKey = { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno };
  return blockKeyText(key);
}
