import { columnsSql, configsTable, pickColumns } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import type { ReadingStore } from '../store/reading-store.ts';

const columns = pickColumns(configsTable, 'mc_block_seqno', 'global_version');

/** Masterchain blocks from a key block to the one whose configuration is needed, with both ends. */
export interface ConfigSpan {
  readonly keySeqno: number;
  readonly seqno: number;
}

export function configSpanText({ keySeqno, seqno }: ConfigSpan): string {
  return `${keySeqno}:${seqno}`;
}

/**
 * Reads global versions by the text of a span whose only key block is its first. Any configuration that is stored
 * inside (of the key block or of a later state) is also in force at its end. 0 for configurations without that
 * parameter.
 */
export function createConfigVersions(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<number> {
  return createBatchedLookUp({
    ...bounds,
    async load(spanTexts) {
      const spans = spanTexts.map((text) => ({ text, ...parseSpan(text) }));
      const conditions = spans.map(({ keySeqno, seqno }) => `mc_block_seqno BETWEEN ${keySeqno} AND ${seqno}`);
      const rows = await store.select(
        columns,
        `SELECT ${columnsSql(columns)} FROM configs WHERE ${conditions.join(' OR ')}
         ORDER BY mc_block_seqno, row_version DESC LIMIT 1 BY mc_block_seqno`,
      );
      const versions = new Map<string, number>();
      for (const { text, keySeqno, seqno } of spans) {
        const newest = rows.findLast(({ mcBlockSeqno }) => mcBlockSeqno >= keySeqno && mcBlockSeqno <= seqno);
        if (newest !== undefined) versions.set(text, newest.globalVersion ?? 0);
      }
      return versions;
    },
  });
}

function parseSpan(text: string): ConfigSpan {
  const [keySeqno = '', seqno = ''] = text.split(':');
  return { keySeqno: Number(keySeqno), seqno: Number(seqno) };
}
