import { columnsSql, pickColumns, traceIdsTable, tracesTable } from '@tonriver/row-schema';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { hexOf } from '../store/bytes.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { newestRows } from '../store/newest-rows.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { hexListLiteral, transactionKeysCondition } from '../store/sql.ts';
import { parseTransactionKeyText, transactionKeyText } from './transaction-key.ts';

const traceIdColumns = pickColumns(traceIdsTable, 'workchain', 'account', 'lt', 'trace_id', 'version');
const traceColumns = pickColumns(tracesTable, 'trace_id', 'external_hash', 'pending_edges', 'version');

/**
 * Reads trace ids by the key text of a transaction. If a trace was assembled several times, the earliest start counts.
 */
export function createTraceIds(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<Uint8Array> {
  return createBatchedLookUp({
    ...bounds,
    async load(keyTexts) {
      const rows = await store.select(
        traceIdColumns,
        `SELECT ${columnsSql(traceIdColumns)} FROM trace_ids
         WHERE ${transactionKeysCondition(keyTexts.map(parseTransactionKeyText))}`,
      );
      const newest = newestRows(rows, transactionKeyText, ({ version }) => version);
      return new Map([...newest].map(([keyText, { traceId }]) => [keyText, traceId]));
    },
  });
}

/** The message that began a trace, and whether the trace is still open. */
export interface TraceBeginning {
  /** Hash of the external message; null for tick-tock. */
  readonly externalHash: Uint8Array | null;
  /** The number of messages without a receiver up to the newest complete round. */
  readonly pendingEdges: number;
}

/** Reads traces by their id, upper-case hexadecimal. */
export function createTraceBeginnings(store: ReadingStore, bounds: LookUpBounds): BatchedLookUp<TraceBeginning> {
  return createBatchedLookUp({
    ...bounds,
    async load(traceIds) {
      const rows = await store.select(
        traceColumns,
        `SELECT ${columnsSql(traceColumns)} FROM traces WHERE trace_id IN ${hexListLiteral(traceIds)}`,
      );
      return newestRows(
        rows,
        ({ traceId }) => hexOf(traceId),
        ({ version }) => version,
      );
    },
  });
}
