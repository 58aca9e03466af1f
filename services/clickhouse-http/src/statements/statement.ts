/** How an answer is compressed: with HTTP's `Content-Encoding`, or in ClickHouse's own blocks (`compress=1`). */
export type Packing = 'plain' | 'gzip' | 'deflate' | 'br' | 'zstd' | 'click-house-blocks';

/** A statement to run and how its answer is to be written. */
export interface Statement {
  readonly sql: string;
  readonly database: string;
  readonly defaultFormat: string;
  readonly settings: ReadonlyMap<string, string>;
  /** Values of `{name:Type}` placeholders. */
  readonly parameters: ReadonlyMap<string, string>;
  /** `client_protocol_version`: 0 for the Native format as in files. */
  readonly nativeRevision: number;
  readonly packing: Packing;
}

/** Counts of what a statement has read and returned so far. */
export interface StatementCounts {
  readonly readRows: number;
  readonly readBytes: number;
  readonly resultRows: number;
  readonly resultBytes: number;
  readonly writtenRows: number;
  readonly elapsedNanoseconds: number;
}

export const noCounts: StatementCounts = {
  readRows: 0,
  readBytes: 0,
  resultRows: 0,
  resultBytes: 0,
  writtenRows: 0,
  elapsedNanoseconds: 0,
};

/** Bytes of an answer, with the counts up to them. */
export interface AnswerPiece {
  readonly bytes: Uint8Array;
  readonly counts: StatementCounts;
}

/** A statement's answer. Pieces are made when they are read; the statement stops when the reader stops. */
export interface Answer {
  readonly format: string;
  readonly pieces: AsyncGenerator<AnswerPiece>;
}
