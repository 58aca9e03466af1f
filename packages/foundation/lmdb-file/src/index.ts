export { DATA_FILE, type LmdbFile, type LmdbFileCounts, openLmdbFile, type VisitEntry } from './lmdb-file.ts';
export { LmdbFileError, type LmdbFileErrorCode } from './lmdb-file-error.ts';
export type { LmdbEntry } from './walk-tree.ts';
export {
  checkLmdbDirectory,
  checkWholeLmdbDirectory,
  hasLmdbData,
  markLmdbDirectory,
  watchLockFile,
} from './lmdb-directory.ts';
