import {
  hexOf,
  isStored,
  type TransactionLinks,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import type { Dialect } from '../dialects/dialect.ts';
import { base64Of } from './base64.ts';
import type { AnswerReader } from './answer-reader.ts';

/** The members of an answer about the trace of a transaction. */
export interface TraceNames {
  /** Base64. */
  readonly traceId: string | undefined;
  readonly traceExternalHash: string | undefined;
  /** All messages of the trace were received, in complete rounds. */
  readonly isComplete: boolean;
}

const untraced: TraceNames = { traceId: undefined, traceExternalHash: undefined, isComplete: false };

/**
 * Returns traces by the key text of a transaction. The trace itself is read only for a dialect that prints parts of it.
 *
 * @throws {HoleError} when a transaction of a complete round has no trace
 */
export async function tracesOf(
  reader: Pick<AnswerReader, 'traceIds' | 'traceBeginnings' | 'requiredRows'>,
  dialect: Dialect,
  records: readonly TransactionRecord[],
  visible: VisibleRounds,
): Promise<(keyText: string) => TraceNames> {
  const unlinked = records.filter((record) => record.links === undefined && isStored(record));
  const traceIds = await reader.traceIds.getMany(unlinked.map(({ keyText }) => keyText));
  const ids = [...new Set(traceIds.filter((id) => id !== undefined).map(hexOf))];
  const traces = dialect.hasTraceExternalHash ? await reader.traceBeginnings.getMany(ids) : [];
  const traceOf = new Map(ids.map((id, index) => [id, traces[index]]));
  const names = new Map<string, TraceNames>();
  const [withoutId, withoutTrace]: [TransactionRecord[], TransactionRecord[]] = [[], []];
  for (const { keyText, links } of records) if (links !== undefined) names.set(keyText, namesOf(links, dialect));
  for (const [index, record] of unlinked.entries()) {
    const traceId = traceIds[index];
    if (traceId === undefined) {
      withoutId.push(record);
      continue;
    }
    const trace = traceOf.get(hexOf(traceId));
    if (trace === undefined && dialect.hasTraceExternalHash) withoutTrace.push(record);
    const { externalHash = null, pendingEdges } = trace ?? {};
    names.set(record.keyText, {
      traceId: base64Of(traceId),
      traceExternalHash: externalHash === null ? undefined : base64Of(externalHash),
      isComplete: pendingEdges === 0,
    });
  }
  const keysOf = (some: readonly TransactionRecord[]) => some.map(({ key }) => key);
  await reader.requiredRows.checkMissing('trace_ids', 'rounds', keysOf(withoutId), visible);
  await reader.requiredRows.checkMissing('traces', 'trace_ids', keysOf(withoutTrace), visible);
  return (keyText) => names.get(keyText) ?? untraced;
}

/** Completeness decides whether a message without receiver is a hole: a linked transaction has none. */
function namesOf({ traceId, externalHash }: TransactionLinks, dialect: Dialect): TraceNames {
  const isShown = dialect.hasTraceExternalHash && externalHash !== null;
  return {
    traceId: base64Of(traceId),
    traceExternalHash: isShown ? base64Of(externalHash) : undefined,
    isComplete: false,
  };
}
