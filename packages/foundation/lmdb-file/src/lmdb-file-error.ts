import { TonriverError } from '@tonriver/errors';

export type LmdbFileErrorCode =
  /** The file cannot be as LMDB writes it: the text says which page, and what is wrong with it. */
  'lmdb_damaged';

export class LmdbFileError extends TonriverError<LmdbFileErrorCode> {}

export function damaged(path: string, what: string, page?: number, cause?: unknown): LmdbFileError {
  const place = page === undefined ? '' : `page ${page}: `;
  return new LmdbFileError('lmdb_damaged', `${path} is damaged: ${place}${what}`, { path, page }, { cause });
}
