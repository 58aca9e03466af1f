import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import { type BoundedMap, createBoundedMap } from '../look-up/bounded-map.ts';
import {
  type BlockKey,
  type Blocks,
  type BlockVersions,
  blockKeyText,
  MASTERCHAIN,
  MASTERCHAIN_SHARD,
} from './blocks.ts';
import { type ConfigSpan, configSpanText } from './config-versions.ts';

/** Since this global version the raw field `ihr_fee` of a message holds `extra_flags`, and the fee itself is 0. */
export const EXTRA_FLAGS_GLOBAL_VERSION = 12;

/** Blocks whose version is remembered: once its round and configuration are known it does not change. */
const BLOCKS_MAX = 100_000;
/** Key blocks come about once an hour: this many span years. */
const KEY_BLOCKS_MAX = 10_000;

/** Which global version was in force where a block was committed. */
export interface GlobalVersions {
  /**
   * Versions by block key text; blocks that are not stored are left out.
   *
   * The version is that of the newest configuration at or before the masterchain block that committed the block; of a
   * block without its round, the one that it refers to. When that configuration is not stored, the version of the
   * software that made the block stands in: it rises with the global version, and nothing else in the block tells.
   */
  ofBlocks(keyTexts: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function createGlobalVersions(blocks: Blocks, configs: BatchedLookUp<number>): GlobalVersions {
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
      const spanOf = await spanFinder(blocks, rows);
      await learnConfigs(configs, versionOfKeyBlock, rows.map(spanOf));
      for (const row of rows) {
        const version = versionOfKeyBlock.get(String(spanOf(row).keySeqno));
        versions.set(blockKeyText(row), version ?? row.genSoftwareVersion ?? 0);
        if (version !== undefined && row.mcBlockSeqno !== null) versionOfBlock.set(blockKeyText(row), version);
      }
      return versions;
    },
  };
}

/** For each block the masterchain block whose configuration holds, and the newest key block up to that. */
async function spanFinder(blocks: Blocks, rows: readonly BlockVersions[]): Promise<(row: BlockVersions) => ConfigSpan> {
  const roundOf = ({ mcBlockSeqno, workchain, seqno }: BlockVersions): number | undefined =>
    mcBlockSeqno ?? (workchain === MASTERCHAIN ? seqno : undefined);
  const rounds = [...new Set(rows.map(roundOf).filter((round) => round !== undefined))];
  const spans = new Map<number, ConfigSpan>();
  for (const row of await blocks.versions.getMany(rounds.map(masterchainKeyText))) {
    if (row === undefined) continue;
    const { seqno, keyBlock, prevKeyBlockSeqno } = row;
    spans.set(seqno, { keySeqno: keyBlock ? seqno : prevKeyBlockSeqno, seqno });
  }
  return (row) => {
    const known = spans.get(roundOf(row) ?? -1);
    if (known !== undefined) return known;
    // A block without its round names both itself: where it refers to, and the newest key block before that.
    const { prevKeyBlockSeqno: keySeqno, masterRefSeqno } = row;
    return { keySeqno, seqno: Math.max(keySeqno, masterRefSeqno) };
  };
}

/** Between two key blocks the version is the same, wherever in between it was found. */
async function learnConfigs(
  configs: BatchedLookUp<number>,
  known: BoundedMap<number>,
  spans: readonly ConfigSpan[],
): Promise<void> {
  const missing = spans.filter(({ keySeqno }) => known.get(String(keySeqno)) === undefined);
  const texts = [...new Set(missing.map(configSpanText))];
  const versions = await configs.getMany(texts);
  for (const [index, text] of texts.entries()) {
    const version = versions[index];
    if (version !== undefined) known.set(text.slice(0, text.indexOf(':')), version);
  }
}

function masterchainKeyText(seqno: number): string {
  const key: BlockKey = { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno };
  return blockKeyText(key);
}
