import type { BatchedLookUp } from '../look-up/batched-look-up.ts';
import {
  type BlockKey,
  type Blocks,
  type BlockVersions,
  blockKeyText,
  MASTERCHAIN,
  MASTERCHAIN_SHARD,
} from './blocks.ts';
import { HoleError } from '../visibility/holes.ts';
import { isInRange, type VisibleRounds } from '../visibility/required-rows.ts';
import { type ConfigSpan, configSpanText } from './config-versions.ts';
import { createVersionSpans, type VersionSpans } from './version-spans.ts';

/** Since this global version the raw field `ihr_fee` of a message contains `extra_flags`, and the fee is 0. */
export const EXTRA_FLAGS_GLOBAL_VERSION = 12;

/** The most cached spans. Key blocks come about once an hour, so these are years. */
const KEY_BLOCKS_MAX = 10_000;

/** A block and the round that committed it, according to the rows of its transactions. */
interface PlacedBlock extends BlockKey {
  readonly mcBlockSeqno: number | null;
}

/** A global version. */
export interface BlockVersion {
  readonly number: number;
  /** False: the configuration is not stored, so the version of the software is used instead. */
  readonly isStored: boolean;
}

/** Finds the global version that was in force when a block was committed. */
export interface GlobalVersions {
  /**
   * Returns versions by block key text. Blocks that are not stored are left out, unless a stored configuration of their
   * round is known.
   *
   * The version is that of the newest configuration at or before the masterchain block that committed the block; for a
   * partial block, at or before the one that it refers to. If that configuration is not stored, the version of the
   * software that made the block is used instead: it grows with the global version.
   *
   * @throws {HoleError} when a masterchain block or a configuration in the indexed range is missing
   */
  ofBlocks(blocks: readonly PlacedBlock[], visible: VisibleRounds): Promise<ReadonlyMap<string, BlockVersion>>;
}

export function createGlobalVersions(blocks: Blocks, configs: BatchedLookUp<number>): GlobalVersions {
  const spans = createVersionSpans({ entriesMax: KEY_BLOCKS_MAX });
  return {
    async ofBlocks(placed, visible) {
      const versions = new Map<string, BlockVersion>();
      const unknown: PlacedBlock[] = [];
      for (const block of placed) {
        const version = block.mcBlockSeqno === null ? undefined : spans.find(block.mcBlockSeqno);
        if (version === undefined) unknown.push(block);
        else versions.set(blockKeyText(block), { number: version, isStored: true });
      }
      if (unknown.length === 0) return versions;
      const { rows, spanOf } = await readBlocks(blocks, unknown, visible);
      const versionOf = await learnConfigs(configs, spans, rows.map(spanOf));
      for (const row of rows) {
        const span = spanOf(row);
        const version = versionOf(span);
        if (version === undefined && isInRange(visible, span.keySeqno)) {
          throw new HoleError({ table: 'configs', requiredBy: 'blocks', key: String(span.keySeqno) });
        }
        const number = version ?? row.genSoftwareVersion ?? 0;
        versions.set(blockKeyText(row), { number, isStored: version !== undefined });
      }
      return versions;
    },
  };
}

interface PlacedRows {
  readonly rows: readonly BlockVersions[];
  /**
   * Returns for each block the masterchain block whose configuration is in force, and the newest key block up to it.
   */
  readonly spanOf: (row: BlockVersions) => ConfigSpan;
}

async function readBlocks(blocks: Blocks, placed: readonly PlacedBlock[], visible: VisibleRounds): Promise<PlacedRows> {
  const known = new Map<string, BlockVersions>();
  const read = async (keyTexts: readonly string[]): Promise<void> => {
    const missing = [...new Set(keyTexts)].filter((keyText) => !known.has(keyText));
    for (const row of await blocks.versions.getMany(missing)) if (row !== undefined) known.set(blockKeyText(row), row);
  };
  const rounds = placed.flatMap(({ mcBlockSeqno }) =>
    mcBlockSeqno === null ? [] : [masterchainKeyText(mcBlockSeqno)],
  );
  await read([...placed.map(blockKeyText), ...rounds]);
  const rows = placed.map((block) => known.get(blockKeyText(block))).filter((row) => row !== undefined);
  // A block's own row may have its round before the rows of its transactions have it.
  await read(rows.map(roundOf).flatMap((round) => (round === undefined ? [] : [masterchainKeyText(round)])));
  return {
    rows,
    spanOf(row) {
      const round = roundOf(row);
      const masterchain = round === undefined ? undefined : known.get(masterchainKeyText(round));
      if (masterchain !== undefined) {
        const { seqno, keyBlock, prevKeyBlockSeqno } = masterchain;
        return { keySeqno: keyBlock ? seqno : prevKeyBlockSeqno, seqno };
      }
      if (round !== undefined && isInRange(visible, round)) {
        throw new HoleError({ table: 'blocks', requiredBy: 'transactions', key: masterchainKeyText(round) });
      }
      // A partial block contains both: the masterchain block that it refers to, and the newest key block before that.
      const { prevKeyBlockSeqno: keySeqno, masterRefSeqno } = row;
      return { keySeqno, seqno: Math.max(keySeqno, masterRefSeqno) };
    },
  };
}

function roundOf({ mcBlockSeqno, workchain, seqno }: BlockVersions): number | undefined {
  return mcBlockSeqno ?? (workchain === MASTERCHAIN ? seqno : undefined);
}

/** Between two key blocks the version is the same. */
async function learnConfigs(
  configs: BatchedLookUp<number>,
  known: VersionSpans,
  asked: readonly ConfigSpan[],
): Promise<(span: ConfigSpan) => number | undefined> {
  const missing = asked.filter(({ keySeqno }) => known.find(keySeqno) === undefined);
  const texts = [...new Set(missing.map(configSpanText))];
  const found = await configs.getMany(texts);
  const foundAt = new Map(texts.map((text, index) => [text, found[index]]));
  const versions = new Map<number, number>();
  for (const span of asked) {
    const version = known.find(span.keySeqno) ?? foundAt.get(configSpanText(span));
    if (version === undefined) continue;
    versions.set(span.keySeqno, version);
    known.learn(span, version);
  }
  return ({ keySeqno }) => versions.get(keySeqno);
}

function masterchainKeyText(seqno: number): string {
  const key: BlockKey = { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno };
  return blockKeyText(key);
}
