import {
  checkedTraceRow,
  packAccountOfTrace,
  packTracePlaces,
  versionOfClassification,
  versionOfRange,
} from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { PendingTrace } from '@tonriver/pending-store';
import { classifiedTracesTable, createRowBatch } from '@tonriver/row-schema';
import { writeRows } from './write-rows.test-support.ts';

/** Stores a pending trace as a finished one with an action, as assembler and classifier do when it has ended. */
export async function writeFinishedTrace(
  store: ClickHouseStore,
  { rootHash, actions, endSeqno }: PendingTrace,
  firstSeqno: number,
): Promise<void> {
  const [action] = actions;
  if (rootHash === null || endSeqno === null || action === undefined) throw new TypeError('the trace has not ended');
  const traceId = Buffer.from(rootHash, 'base64');
  const { action_id: id, trace_end_lt: endLtText, details } = action.contract as Readonly<Record<string, string>>;
  const endLt = BigInt(endLtText!);
  const shared = {
    traceId,
    externalHash: null,
    externalHashNorm: null,
    mcSeqnoStart: endSeqno,
    mcSeqnoEnd: endSeqno,
    startLt: endLt,
    endLt,
    startUtime: 1_800_000_000,
    endUtime: 1_800_000_000,
    nodes: 1,
    edges: 1,
  };
  const version = versionOfRange({ first: firstSeqno }) * 2n ** 32n + BigInt(endSeqno);
  await writeRows(store, { traces: [{ ...shared, state: 'complete', pendingEdges: 0, version }] });
  const rows = createRowBatch(classifiedTracesTable);
  rows.add(
    checkedTraceRow({
      ...shared,
      traceState: 'complete',
      classification: 'ok',
      knowsInterfaces: true,
      rulesVersion: 1,
      places: packTracePlaces([{ round: endSeqno, workchain: 0, shard: -(2n ** 63n), seqno: 1, indexes: [0] }]),
      transactions: [traceId],
      accounts: [packAccountOfTrace({ workchain: 0, account: traceId, hasTransaction: true })],
      actionTypes: [action.type],
      actions: [
        JSON.stringify({
          action_id: id,
          start_lt: endLtText,
          end_lt: endLtText,
          start_utime: shared.startUtime,
          end_utime: shared.endUtime,
          transactions: [0],
          accounts: [0],
          success: true,
          type: action.type,
          stored_type: action.type,
          details,
        }),
      ],
      version: versionOfClassification({
        range: { first: firstSeqno },
        rules: 1,
        generation: 0,
        knowsInterfaces: true,
      }),
    }),
  );
  await store.insertRows(classifiedTracesTable, rows.rows());
}
