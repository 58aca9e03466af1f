import type { EngineSession, ResultPiece } from '@tonriver/chdb';
import { headedFormat, isStreamable, withoutRepeatedHeaders } from './result-formats.ts';
import { type AnswerPiece, noCounts, type StatementCounts } from '../statements/statement.ts';
import { nativeOfRevision } from './native-revision.ts';

/** Returns how many rows and bytes the engine has read since a statement began. */
export type ReadCounter = () => Promise<Pick<StatementCounts, 'readRows' | 'readBytes'>>;

/** For an engine that runs several statements at once: its counters cannot be divided among them. */
export const uncounted: ReadCounter = () => Promise.resolve({ readRows: 0, readBytes: 0 });

/**
 * Runs a statement and returns its answer in pieces, each with the counts so far. For formats that cannot be joined
 * from pieces, the whole result is made first, within the session's `max_result_bytes`.
 */
export async function* answerPieces({
  session,
  sql,
  format,
  nativeRevision,
  readCounter,
}: {
  readonly session: EngineSession;
  readonly sql: string;
  readonly format: string;
  readonly nativeRevision: number;
  readonly readCounter: ReadCounter;
}): AsyncGenerator<AnswerPiece> {
  const started = process.hrtime.bigint();
  let counts: StatementCounts = noCounts;
  for await (const { bytes, rowCount } of enginePieces(session, sql, format)) {
    const isFirst = counts.resultRows === 0;
    counts = {
      ...counts,
      ...(isFirst ? await readCounter() : {}),
      resultRows: counts.resultRows + rowCount,
      resultBytes: counts.resultBytes + bytes.length,
      elapsedNanoseconds: Number(process.hrtime.bigint() - started),
    };
    yield { bytes: format === 'Native' ? nativeOfRevision(bytes, nativeRevision) : bytes, counts };
  }
  // A last piece without bytes: only now the number of rows that were read is known.
  const elapsedNanoseconds = Number(process.hrtime.bigint() - started);
  yield { bytes: new Uint8Array(0), counts: { ...counts, ...(await readCounter()), elapsedNanoseconds } };
}

async function* enginePieces(session: EngineSession, sql: string, format: string): AsyncGenerator<ResultPiece> {
  if (!isStreamable(format) || !isSelect(sql)) {
    yield await session.countedQuery(sql, format);
    return;
  }
  const stream = session.countedStream(sql, format);
  yield* format === headedFormat ? withoutRepeatedHeaders(stream) : stream;
}

/** Only these statements can be read in pieces; others have short answers. */
function isSelect(sql: string): boolean {
  return /^[\s(]*(SELECT|WITH)\b/i.test(sql);
}
