import { TonriverError } from '@tonriver/errors';

export type LmdbFileErrorCode =
  /** LMDB cannot have written the file as it is. The text says which page is wrong, and how. */
  'lmdb_damaged';

export class LmdbFileError extends TonriverError<LmdbFileErrorCode> {}

export function damaged(path: string, what: string, page?: number, cause?: unknown): LmdbFileError {
  const place = page === undefined ? '' : `page ${page}: `;
  return new LmdbFileError('lmdb_damaged', `${path} is damaged: ${place}${what}`, { path, page }, { cause });
}
