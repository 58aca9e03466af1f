import { versionOfRange } from '@tonriver/block-rows';
import { bytesLiteral } from '@tonriver/chain-reader';
import type { PendingTrace } from '@tonriver/pending-store';
import { classifiedTracesTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { base64Of } from '../../answers/base64.ts';
import { type ActionsSeqno, readActionsSeqno } from '../actions/actions-seqno.ts';
import type { ReadingContext } from '../endpoint-definition.ts';

/** Finished traces that are remembered. They leave the store half a minute after their end. */
const REMEMBERED_MAX = 20_000;
const TRACES_PER_QUERY = 500;

const columns = pickColumns(classifiedTracesTable, 'trace_id', 'mc_seqno_end');

export interface FinishedTracesOptions {
  /**
   * How long a trace is still pending here after it was first seen as a finished one, milliseconds. An answer that was
   * begun before that does not have it, and its caller may have asked for pending traces after.
   */
  readonly keptMs: number;
  readonly now: () => number;
}

/** Knows which traces are finished ones for this process: its answers of `actions` and `traces` have them. */
export interface FinishedTraces {
  /** Returns the others of pending traces, in their order. */
  unfinished(
    traces: readonly PendingTrace[],
    context: Pick<ReadingContext, 'reader' | 'visibility'>,
  ): Promise<readonly PendingTrace[]>;
}

export function createFinishedTraces({ keptMs, now }: FinishedTracesOptions): FinishedTraces {
  const seenAtMs = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  const isFinished = ({ rootHash }: PendingTrace): boolean => {
    const since = rootHash === null ? undefined : seenAtMs.get(rootHash);
    return since !== undefined && now() - since >= keptMs;
  };
  return {
    async unfinished(traces, context) {
      const unseen = traces.filter(({ rootHash }) => rootHash !== null && !seenAtMs.has(rootHash));
      for (const traceId of await classified(unseen, context)) seenAtMs.set(traceId, now());
      return traces.filter((trace) => !isFinished(trace));
    },
  };
}

/** Returns the ids of those of which `actions` has the classification. */
async function classified(
  traces: readonly PendingTrace[],
  { reader, visibility }: Pick<ReadingContext, 'reader' | 'visibility'>,
): Promise<readonly string[]> {
  const isEnded = ({ endSeqno }: PendingTrace, seqno: number): boolean => endSeqno !== null && endSeqno <= seqno;
  const ended = traces.filter((trace) => isEnded(trace, visibility.indexedSeqno));
  const known = ended.length === 0 ? undefined : await readActionsSeqno(reader, visibility);
  if (known === undefined) return [];
  const ids = ended.filter((trace) => isEnded(trace, known.lastSeqno)).flatMap(({ rootHash }) => rootHash ?? []);
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += TRACES_PER_QUERY) {
    found.push(...(await storedOf(ids.slice(from, from + TRACES_PER_QUERY), { reader, known })));
  }
  return found;
}

async function storedOf(
  traceIds: readonly string[],
  { reader, known }: { readonly reader: ReadingContext['reader']; readonly known: ActionsSeqno },
): Promise<readonly string[]> {
  const literals = traceIds.map((id) => bytesLiteral(Buffer.from(id, 'base64')));
  const rows = await reader.stores.gated.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM classified_traces
     WHERE (end_lt, trace_id) IN (SELECT end_lt, trace_id FROM traces FINAL WHERE trace_id IN (${literals.join(', ')}))
     AND bitShiftRight(version, 32) = ${versionOfRange({ first: known.rangeSeqno })}
     ORDER BY end_lt, trace_id, version DESC LIMIT 1 BY end_lt, trace_id`,
  );
  return rows.filter(({ mcSeqnoEnd }) => mcSeqnoEnd <= known.lastSeqno).map(({ traceId }) => base64Of(traceId));
}
