export { type VisitEntry } from './lmdb-file.ts';
export { LmdbFileError } from './lmdb-file-error.ts';
export {
  checkLmdbDirectory,
  checkWholeLmdbDirectory,
  hasLmdbData,
  markLmdbDirectory,
  watchLockFile,
} from './lmdb-directory.ts';
