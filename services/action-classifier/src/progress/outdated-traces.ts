import { RULES_VERSION } from '@tonriver/actions';
import { rangeOfVersion } from '@tonriver/block-rows';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import { TRACE_PARTITIONS } from '@tonriver/events';
import { type ClassifiedTraceRow, classifiedTracesTable, columnsSql } from '@tonriver/row-schema';
import type { UnclassifiedTrace } from '../classify-traces.ts';
import { headerOfRow } from '../traces/trace-header.ts';

const { columns } = classifiedTracesTable;

/** Traces of one step: their rows are in memory at once. */
const TRACES_MAX = 256;

/** A trace by its place in the table. */
export interface TraceKey {
  readonly endLt: bigint;
  readonly traceId: Uint8Array;
}

/** Some traces, and the last of them; undefined: there is none any more. */
export interface OutdatedTraces {
  readonly traces: readonly UnclassifiedTrace[];
  readonly last: TraceKey | undefined;
}

/**
 * Reads traces of some partitions that are to be classified again, in the order of the table: those that did not know
 * their interfaces, which are known now, and those of older rules.
 *
 * @param after those behind this one; undefined: from the first one
 */
export async function readOutdatedTraces(
  store: ClickHouseStore,
  partitions: readonly number[],
  after: TraceKey | undefined,
): Promise<OutdatedTraces> {
  if (partitions.length === 0) return { traces: [], last: undefined };
  const isOwn = `reinterpretAsUInt32(reverse(substring(trace_id, 1, 4))) % ${TRACE_PARTITIONS} IN (${partitions.join(', ')})`;
  const isOutdated = `rules_version < ${RULES_VERSION} OR NOT knows_interfaces`;
  const isDetected = 'mc_seqno_end IN (SELECT mc_block_seqno FROM detected_rounds WHERE is_last)';
  const isBehind = after === undefined ? 'true' : `(end_lt, trace_id) > ${tupleOf(after)}`;
  // Without FINAL the engine skips granules in which all are as they should be. An older row of a trace that was
  // classified again may be found: only the newest counts.
  const candidates = await store.select(
    keyColumns,
    `SELECT end_lt, trace_id FROM classified_traces
     WHERE ${isOwn} AND ${isBehind}
       AND (rules_version < ${RULES_VERSION} OR (NOT knows_interfaces AND ${isDetected}))
       AND (end_lt, trace_id) NOT IN (SELECT end_lt, trace_id FROM classified_traces
         WHERE rules_version >= ${RULES_VERSION} AND knows_interfaces AND (end_lt, trace_id) IN (
           SELECT end_lt, trace_id FROM classified_traces WHERE ${isOutdated}))
     ORDER BY end_lt, trace_id LIMIT 1 BY end_lt, trace_id LIMIT ${TRACES_MAX}`,
    {},
    { threadsMax: 1 },
  );
  if (candidates.length === 0) return { traces: [], last: undefined };
  const keys = candidates.map(tupleOf);
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM classified_traces FINAL WHERE (end_lt, trace_id) IN (${keys.join(', ')})
     ORDER BY end_lt, trace_id`,
    {},
    { threadsMax: 1 },
  );
  return { traces: rows.map(unclassifiedOf), last: candidates.at(-1) };
}

function tupleOf({ endLt, traceId }: TraceKey): string {
  return `(${endLt}, unhex('${Buffer.from(traceId).toString('hex')}'))`;
}

const keyColumns = [columns[0], columns[1]] as const;

function unclassifiedOf(row: ClassifiedTraceRow): UnclassifiedTrace {
  return { header: headerOfRow(row), range: rangeOfVersion(row.version), knowsInterfaces: true };
}
