import type { BlockKey, SourceBlock, SourceHead } from '@tonriver/chain-source';
import { BlockSourceError } from '../block-source-error.ts';
import { isGone } from './archive-file.ts';
import { createArchiveIndex } from './archive-index.ts';
import type { BlockLocation } from './block-locations.ts';
import { openFolderHints } from './folder-hints.ts';
import { createGrowingFiles } from './growing-files.ts';
import type { Archive, ArchiveOptions } from './open-archive.ts';
import { readBlock } from './read-block.ts';

export interface FollowArchiveOptions extends ArchiveOptions {
  /** How often the folders are looked at. */
  readonly pollMs?: number;
  /** How long a file that is not whole may stand unchanged: then it is damaged and not being written. */
  readonly unfinishedMsMax?: number;
}

const POLL_MS = 500;
/** Looking takes at most a tenth of the time, however many files there are. */
const PAUSE_PER_LOOK = 9;
const UNFINISHED_MS_MAX = 60_000;

/**
 * Opens folders that grow as a block source that does not end. They may be empty.
 *
 * Files are looked at again while somebody waits for news. One that cannot be read as a whole is taken for one that is
 * being written, until it has stood unchanged for `unfinishedMsMax`; the whole entries of a package count at once.
 *
 * @throws {BlockSourceError} at the start or from a later look, as `openArchive` does
 */
export async function followArchive(options: FollowArchiveOptions): Promise<Archive> {
  const { paths, logger, pollMs = POLL_MS, unfinishedMsMax = UNFINISHED_MS_MAX } = options;
  const archive = createArchiveIndex();
  const files = createGrowingFiles({ paths, archive, unfinishedMsMax, logger });
  await files.look(options.onFile === undefined ? {} : { onFile: options.onFile });
  const summary = { ...files.counts(), blockCount: archive.keys().length };
  logger.info('Archive opened, and followed', { ...summary, paths: paths.join(' ') });
  const hints = openFolderHints(paths);
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
    async waitForNews(seen, signal) {
      while (!signal.aborted && archive.revision === seen.revision) {
        const beganMs = performance.now();
        await files.look({ signal });
        if (archive.revision !== seen.revision) break;
        const tookMs = performance.now() - beganMs;
        await hints.pause(Math.max(pollMs, PAUSE_PER_LOOK * tookMs), signal);
      }
      return headNow();
    },
    async block(key: BlockKey) {
      const location = archive.locationOf(key);
      if (location === undefined) return undefined;
      try {
        return await readBlock(location);
      } catch (error) {
        return await notThereYet(error, location);
      }
    },
    close: async () => hints.close(),
  };

  /** Bytes that are still being written are not there yet; a file that was moved away is there no longer. */
  async function notThereYet(error: unknown, location: BlockLocation): Promise<SourceBlock | undefined> {
    if (isGone(error)) {
      archive.delete(location.key);
      files.forget();
      return undefined;
    }
    const isUnfinished =
      error instanceof BlockSourceError && (await files.changedWithin(location.path, unfinishedMsMax));
    if (isUnfinished) return undefined;
    throw error;
  }
}
