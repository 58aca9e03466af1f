import { RULES_VERSION } from '@tonriver/actions';
import { rangeOfVersion } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { TRACE_PARTITIONS } from '@tonriver/events';
import { type ClassifiedTraceRow, classifiedTracesTable, columnsSql } from '@tonriver/row-schema';
import type { UnclassifiedTrace } from '../classify-traces.ts';
import { headerOfRow } from '../traces/trace-header.ts';

const { columns } = classifiedTracesTable;

/** Traces of one step, and transactions in them: all are in memory at once. */
const TRACES_MAX = 256;

/**
 * Reads traces of some partitions that are to be classified again: those that did not know their interfaces, which are
 * known now, and those of older rules.
 */
export async function readOutdatedTraces(
  store: ClickHouseStore,
  partitions: readonly number[],
): Promise<readonly UnclassifiedTrace[]> {
  if (partitions.length === 0) return [];
  const isOwn = `reinterpretAsUInt32(reverse(substring(trace_id, 1, 4))) % ${TRACE_PARTITIONS} IN (${partitions.join(', ')})`;
  const isOutdated = `rules_version < ${RULES_VERSION} OR NOT knows_interfaces`;
  const isDetected = 'mc_seqno_end IN (SELECT mc_block_seqno FROM detected_rounds WHERE is_last)';
  // Without FINAL the engine skips granules in which all are as they should be. An older row of a trace that was
  // classified again may be found: only the newest counts.
  const candidates = await store.select(
    keyColumns,
    `SELECT end_lt, trace_id FROM classified_traces
     WHERE ${isOwn} AND (rules_version < ${RULES_VERSION} OR (NOT knows_interfaces AND ${isDetected}))
       AND (end_lt, trace_id) NOT IN (SELECT end_lt, trace_id FROM classified_traces
         WHERE rules_version >= ${RULES_VERSION} AND knows_interfaces AND (end_lt, trace_id) IN (
           SELECT end_lt, trace_id FROM classified_traces WHERE ${isOutdated}))
     LIMIT ${TRACES_MAX}`,
    {},
    { threadsMax: 1 },
  );
  if (candidates.length === 0) return [];
  const keys = candidates.map(({ endLt, traceId }) => `(${endLt}, unhex('${Buffer.from(traceId).toString('hex')}'))`);
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM classified_traces FINAL WHERE (end_lt, trace_id) IN (${keys.join(', ')})`,
    {},
    { threadsMax: 1 },
  );
  return rows.map(unclassifiedOf);
}

const keyColumns = [columns[0], columns[1]] as const;

function unclassifiedOf(row: ClassifiedTraceRow): UnclassifiedTrace {
  return { header: headerOfRow(row), range: rangeOfVersion(row.version), knowsInterfaces: true };
}
