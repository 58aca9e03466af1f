export { LmdbFileError } from './lmdb-file-error.ts';
export { hasLmdbData, markLmdbDirectory } from './lmdb-directory.ts';
export { openCheckedLmdb, type OpenedLmdb } from './open-checked-lmdb.ts';
