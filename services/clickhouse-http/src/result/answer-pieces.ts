import type { EngineSession, ResultPiece } from '@tonriver/chdb';
import { headedFormat, isStreamable, withoutRepeatedHeaders } from './result-formats.ts';
import { type AnswerPiece, noCounts, type StatementCounts } from '../statements/statement.ts';
import { nativeOfRevision } from './native-revision.ts';

/** Reads how many rows and bytes the engine has read since some moment. */
export type ReadCounter = () => Promise<Pick<StatementCounts, 'readRows' | 'readBytes'>>;

/** For an engine that runs statements of several clients at once: whose reading was counted cannot be told. */
export const uncounted: ReadCounter = () => Promise.resolve({ readRows: 0, readBytes: 0 });

/**
 * Runs a statement and gives its answer in pieces with the counts up to each. Formats that cannot be put together from
 * pieces are made whole first, within the session's `max_result_bytes`.
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
  // The last counts, though no bytes: what was read is known only now.
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

/** Only these can be read in pieces; other statements have short answers. */
function isSelect(sql: string): boolean {
  return /^[\s(]*(SELECT|WITH)\b/i.test(sql);
}
