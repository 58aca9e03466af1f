import { versionOfRange } from '@tonriver/block-rows';
import { type ActionsSeqno, bytesLiteral } from '@tonriver/chain-reader';
import type { PendingTrace } from '@tonriver/pending-store';
import { classifiedTracesTable, columnsSql, pickColumns } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import type { AnswerReader } from '../../answers/answer-reader.ts';
import { base64Of } from '../../answers/base64.ts';

import type { SettledActions } from './settled-actions.ts';

/** Finished traces that are remembered. They leave the store half a minute after their end. */
const REMEMBERED_MAX = 20_000;
const TRACES_PER_QUERY = 500;

const columns = pickColumns(classifiedTracesTable, 'trace_id', 'mc_seqno_end');

export interface FinishedTracesOptions {
  readonly reader: Pick<AnswerReader, 'stores'>;
  readonly settledActions: Pick<SettledActions, 'forRequest'>;
}

/** Knows which traces are finished ones for this process: its answers of `actions` and `traces` have them. */
export interface FinishedTraces {
  /** Returns the others of pending traces, in their order. */
  unfinished(traces: readonly PendingTrace[]): Promise<readonly PendingTrace[]>;
  /** Looks which of the traces that were asked about have been classified: requests need not wait for that then. */
  lookAhead(seen: ActionsSeqno): Promise<void>;
}

export function createFinishedTraces({ reader, settledActions }: FinishedTracesOptions): FinishedTraces {
  /** Those that are classified, with the last round of it: every answer of `actions` has them when it is settled. */
  const stored = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  /** Complete traces that requests were about, with their last rounds. */
  const awaited = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  const look = async (ids: readonly string[], seqnos: ActionsSeqno): Promise<void> => {
    for (const [traceId, lastSeqno] of await storedOf(ids, reader, seqnos)) stored.set(traceId, lastSeqno);
  };
  return {
    async unfinished(traces) {
      const settled = settledActions.forRequest();
      for (const { rootHash, endSeqno } of traces) {
        if (rootHash !== null && endSeqno !== null && !stored.has(rootHash)) awaited.set(rootHash, endSeqno);
      }
      if (settled === undefined) return traces;
      const isSettled = ({ rootHash, endSeqno }: PendingTrace): boolean =>
        rootHash !== null && endSeqno !== null && endSeqno <= settled.lastSeqno;
      const ids = traces.filter(isSettled).flatMap(({ rootHash }) => rootHash ?? []);
      await look(
        ids.filter((id) => !stored.has(id)),
        settled,
      );
      const isFinished = (trace: PendingTrace): boolean =>
        isSettled(trace) && (stored.get(trace.rootHash ?? '') ?? Number.POSITIVE_INFINITY) <= settled.lastSeqno;
      return traces.filter((trace) => !isFinished(trace));
    },
    async lookAhead(seen) {
      const due = [...awaited].flatMap(([id, endSeqno]) => (endSeqno <= seen.lastSeqno ? [id] : []));
      // The others are looked for the next time: who looks has other work.
      const ids = due.slice(0, TRACES_PER_QUERY);
      for (const id of ids) awaited.delete(id);
      await look(ids, seen);
    },
  };
}

/** Returns those of which `actions` has the classification, with its last round. */
async function storedOf(
  traceIds: readonly string[],
  { stores }: FinishedTracesOptions['reader'],
  { rangeSeqno, lastSeqno }: ActionsSeqno,
): Promise<readonly (readonly [string, number])[]> {
  const found: (readonly [string, number])[] = [];
  for (let from = 0; from < traceIds.length; from += TRACES_PER_QUERY) {
    const some = traceIds.slice(from, from + TRACES_PER_QUERY);
    const literals = some.map((id) => bytesLiteral(Buffer.from(id, 'base64')));
    const rows = await stores.gated.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM classified_traces
       WHERE (end_lt, trace_id) IN
         (SELECT end_lt, trace_id FROM traces FINAL WHERE trace_id IN (${literals.join(', ')}))
       AND bitShiftRight(version, 32) = ${versionOfRange({ first: rangeSeqno })}
       ORDER BY end_lt, trace_id, version DESC LIMIT 1 BY end_lt, trace_id`,
    );
    for (const { traceId, mcSeqnoEnd } of rows) {
      if (mcSeqnoEnd <= lastSeqno) found.push([base64Of(traceId), mcSeqnoEnd]);
    }
  }
  return found;
}
