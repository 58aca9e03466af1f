import type { ListedBlockSource } from '@tonriver/chain-source';
import type { Logger } from '@tonriver/logger';
import { listArchiveFiles } from './archive-file.ts';
import { createArchiveIndex } from './archive-index.ts';
import { locationOfBocFile, locationsOfEntries } from './block-locations.ts';
import { readBlock } from './read-block.ts';
import { listPackageEntries } from './read-package.ts';

export interface ArchiveSummary {
  readonly fileCount: number;
  readonly blockCount: number;
  /** Number of `.boc` files without a block, such as states. */
  readonly otherCount: number;
  /** Number of files in folders that are neither `.boc` nor `.pack`. */
  readonly ignoredCount: number;
}

export interface ArchiveOptions {
  readonly paths: readonly string[];
  readonly logger: Logger;
  /** Called before each file, because a large archive takes minutes. */
  readonly onFile?: (filesDone: number, filesTotal: number) => void;
}

export interface Archive extends ListedBlockSource {
  readonly summary: ArchiveSummary;
}

/**
 * Opens folders of `.boc` files and node archive packages as a block source that has ended.
 *
 * Packages are indexed by the names of their entries, `.boc` files by the header of the block. Bytes are read again for
 * each request, so memory grows with the number of blocks, not with their size. A `.boc` file with another bag of cells
 * (a state, a configuration) is counted and skipped; one that is no bag of cells is an error.
 *
 * @throws {BlockSourceError} with the file: unreadable, no bag of cells, cut off, or two different blocks with one key
 */
export async function openArchive({ paths, logger, onFile }: ArchiveOptions): Promise<Archive> {
  const { files, ignoredCount } = await listArchiveFiles(paths);
  const archive = createArchiveIndex();
  let otherCount = 0;
  for (const [number, { path, kind }] of files.entries()) {
    onFile?.(number, files.length);
    const found =
      kind === 'boc'
        ? [await locationOfBocFile(path)].filter((location) => location !== undefined)
        : locationsOfEntries(path, await listPackageEntries(path));
    if (found.length === 0) otherCount += 1;
    for (const location of found) archive.add(location);
  }
  const summary = { fileCount: files.length, blockCount: archive.keys().length, otherCount, ignoredCount };
  logger.info('Archive opened', { ...summary, paths: paths.join(' ') });
  const seqnos = archive.masterchainSeqnos();
  const lastSeqno = seqnos.at(-1) ?? 0;
  const head = { firstSeqno: seqnos[0] ?? 1, lastSeqno, finalSeqno: lastSeqno, revision: 0, hasEnded: true };
  return {
    summary,
    masterchainSeqnos: () => archive.masterchainSeqnos(),
    keys: () => archive.keys(),
    rootHashOf: (key) => archive.rootHashOf(key),
    originOf: (key) => archive.originOf(key),
    head: () => Promise.resolve(head),
    waitForChange: () => Promise.resolve(head),
    async block(key) {
      const location = archive.locationOf(key);
      return location === undefined ? undefined : await readBlock(location);
    },
    close: () => Promise.resolve(),
  };
}
