import type { BlockRow } from '@tonriver/clickhouse';
import { createBoundedMap } from '../look-up/bounded-map.ts';
import { type BlockKey, type Blocks, blockKeyText, MASTERCHAIN, MASTERCHAIN_SHARD } from './blocks.ts';

/** Since this global version the raw field `ihr_fee` of a message holds `extra_flags`, and the fee itself is 0. */
export const EXTRA_FLAGS_GLOBAL_VERSION = 12;

/** Key blocks come about once an hour: this many span years. */
const KEY_BLOCKS_MAX = 10_000;

/** Which global version was in force where a transaction was committed. */
export interface GlobalVersions {
  /**
   * Versions by block key text: of the newest key block at or before the masterchain block that committed the block.
   * When that key block is not stored, the version of the software that made the block stands in: it rises with the
   * global version, and nothing else in the block tells.
   */
  ofBlocks(blocks: readonly BlockRow[]): Promise<ReadonlyMap<string, number>>;
}

export function createGlobalVersions(blocks: Blocks): GlobalVersions {
  const versionsOfKeyBlocks = createBoundedMap<number>({ entriesMax: KEY_BLOCKS_MAX });

  const loadKeyBlocks = async (seqnos: readonly number[]): Promise<void> => {
    const missing = [...new Set(seqnos)].filter((seqno) => versionsOfKeyBlocks.get(String(seqno)) === undefined);
    const rows = await blocks.byKey.getMany(missing.map((seqno) => blockKeyText(masterchainKey(seqno))));
    for (const row of rows) {
      if (row !== undefined && row.globalVersion !== null)
        versionsOfKeyBlocks.set(String(row.seqno), row.globalVersion);
    }
  };

  return {
    async ofBlocks(rows) {
      const roundOf = (row: BlockRow): number | undefined =>
        row.mcBlockSeqno ?? (row.workchain === MASTERCHAIN ? row.seqno : undefined);
      const seqnos = [...new Set(rows.map(roundOf).filter((seqno) => seqno !== undefined))];
      const masterchainRows = await blocks.byKey.getMany(seqnos.map((seqno) => blockKeyText(masterchainKey(seqno))));
      const keySeqnoOf = new Map<number, number>();
      for (const row of masterchainRows) {
        if (row !== undefined) keySeqnoOf.set(row.seqno, row.keyBlock ? row.seqno : row.prevKeyBlockSeqno);
      }
      // A block without its round names a key block too: the one before the masterchain block it refers to.
      const keySeqno = (row: BlockRow): number => keySeqnoOf.get(roundOf(row) ?? -1) ?? row.prevKeyBlockSeqno;
      await loadKeyBlocks(rows.map(keySeqno));
      return new Map(
        rows.map((row) => [
          blockKeyText(row),
          versionsOfKeyBlocks.get(String(keySeqno(row))) ?? row.genSoftwareVersion ?? 0,
        ]),
      );
    },
  };
}

function masterchainKey(seqno: number): BlockKey {
  return { workchain: MASTERCHAIN, shard: MASTERCHAIN_SHARD, seqno };
}
