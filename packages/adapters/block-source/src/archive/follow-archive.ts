import type { BlockKey, SourceBlock, SourceHead } from '@tonriver/chain-source';
import { BlockSourceError } from '../block-source-error.ts';
import { isFileMissing } from './archive-file.ts';
import { createArchiveIndex } from './archive-index.ts';
import type { BlockLocation } from './block-locations.ts';
import { watchFolders } from './watch-folders.ts';
import { createGrowingFiles } from './growing-files.ts';
import type { Archive, ArchiveOptions } from './open-archive.ts';
import { readBlock } from './read-block.ts';

interface FollowArchiveOptions extends ArchiveOptions {
  /** Pause between two scans of the folders. */
  readonly pollMs?: number;
  /** An incomplete file that has not changed for this long is damaged. Before, it may still be written. */
  readonly unfinishedMsMax?: number;
}

const POLL_MS = 500;
/** The pause in durations of a scan, so that scans take at most a tenth of the time. */
const PAUSE_PER_SCAN = 9;
const UNFINISHED_MS_MAX = 60_000;

/**
 * Opens folders that grow as a block source that does not end. They may be empty.
 *
 * Files are scanned again during `waitForChange`. An incomplete file counts as unfinished until it has not changed for
 * `unfinishedMsMax`; the complete entries of a package are available at once.
 *
 * @throws {BlockSourceError} like `openArchive`, at the start or in a later scan
 */
export async function followArchive(options: FollowArchiveOptions): Promise<Archive> {
  const { paths, logger, pollMs = POLL_MS, unfinishedMsMax = UNFINISHED_MS_MAX } = options;
  const archive = createArchiveIndex();
  const files = createGrowingFiles({ paths, archive, unfinishedMsMax, logger });
  await files.scan(options.onFile === undefined ? {} : { onFile: options.onFile });
  const summary = { ...files.counts(), blockCount: archive.keys().length };
  logger.info('Archive opened and followed', { ...summary, paths: paths.join(' ') });
  const watcher = watchFolders(paths);
  const headNow = (): SourceHead => {
    const seqnos = archive.masterchainSeqnos();
    const lastSeqno = seqnos.at(-1) ?? 0;
    const { revision } = archive;
    return { firstSeqno: seqnos[0] ?? 1, lastSeqno, finalSeqno: lastSeqno, revision, hasEnded: false };
  };
  return {
    summary,
    masterchainSeqnos: () => archive.masterchainSeqnos(),
    keys: () => archive.keys(),
    rootHashOf: (key) => archive.rootHashOf(key),
    originOf: (key) => archive.originOf(key),
    head: () => Promise.resolve(headNow()),
    async waitForChange(seen, signal) {
      while (!signal.aborted && archive.revision === seen.revision) {
        const beganMs = performance.now();
        await files.scan({ signal });
        if (archive.revision !== seen.revision) break;
        const tookMs = performance.now() - beganMs;
        await watcher.pause(Math.max(pollMs, PAUSE_PER_SCAN * tookMs), signal);
      }
      return headNow();
    },
    async block(key: BlockKey) {
      const location = archive.locationOf(key);
      if (location === undefined) return undefined;
      try {
        return await readBlock(location);
      } catch (error) {
        return await absentOrThrow(error, location);
      }
    },
    close: async () => watcher.close(),
  };

  /** Returns undefined when the file was removed or may still be written, else throws the error. */
  async function absentOrThrow(error: unknown, location: BlockLocation): Promise<SourceBlock | undefined> {
    if (isFileMissing(error)) {
      archive.delete(location.key);
      files.reset();
      return undefined;
    }
    const isUnfinished =
      error instanceof BlockSourceError && (await files.changedWithin(location.path, unfinishedMsMax));
    if (isUnfinished) return undefined;
    throw error;
  }
}
