import type { Dialect } from '../dialects/dialect.ts';

/**
 * The longest list of transactions or messages, in bytes of JSON. One body may be in hundreds of messages, and each
 * is printed with it: what takes some kilobytes in a block can be hundreds of megabytes of text.
 */
const LENGTH_MAX = 64 * 1024 * 1024;
const TOO_LONG = `the answer is longer than ${LENGTH_MAX} bytes: ask for fewer`;

/** Counts the bytes of an answer while it is printed. */
export interface AnswerLength {
  /** @throws {GatewayError} `bad_request` when the answer is too long */
  add(bytes: number): void;
}

export function createAnswerLength({ badRequest }: Pick<Dialect, 'badRequest'>): AnswerLength {
  let length = 0;
  return {
    add(bytes) {
      length += bytes;
      if (length > LENGTH_MAX) throw badRequest(TOO_LONG);
    },
  };
}
