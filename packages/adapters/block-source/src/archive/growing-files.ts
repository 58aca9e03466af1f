import { stat } from 'node:fs/promises';
import type { Logger } from '@tonriver/logger';
import { BlockSourceError } from '../block-source-error.ts';
import { type ArchiveFile, isFileMissing, listArchiveFiles } from './archive-file.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { ArchiveSummary } from './open-archive.ts';
import { locationOfBocFile, locationsOfEntries } from './block-locations.ts';
import { scanPackage } from './read-package.ts';

/** The result of the last scan of a file. */
interface ScannedFile {
  readonly kind: ArchiveFile['kind'];
  readonly size: number;
  readonly modifiedMs: number;
  /** In a package, the offset of the next entry. */
  readonly endOffset: number;
  readonly blockCount: number;
  /** The reason why the rest of the file cannot be read, and since when. */
  readonly unfinished: { readonly reason: BlockSourceError; readonly sinceMs: number } | undefined;
}

interface ScanOptions {
  /** Ends the scan between two files; the next one goes on. */
  readonly signal?: AbortSignal;
  readonly onFile?: (filesDone: number, filesTotal: number) => void;
}

export interface GrowingFiles {
  /** Adds new blocks to the index. @throws {BlockSourceError} for a damaged file, not for an unfinished one */
  scan(options: ScanOptions): Promise<void>;
  counts(): Omit<ArchiveSummary, 'blockCount'>;
  /** Resolves to true when a file was changed within this time. */
  changedWithin(path: string, ms: number): Promise<boolean>;
  /** Makes the next scan read every file again, after a file was removed: its blocks may be in another one now. */
  reset(): void;
}

/** Error codes of unfinished and of damaged files. */
const UNFINISHED_CODES: readonly string[] = ['bad_package', 'bad_block_file'];

export function createGrowingFiles(dependencies: {
  readonly paths: readonly string[];
  readonly archive: ArchiveIndex;
  readonly unfinishedMsMax: number;
  readonly logger: Logger;
}): GrowingFiles {
  const { paths, archive, unfinishedMsMax, logger } = dependencies;
  const scanned = new Map<string, ScannedFile>();
  let listed = { fileCount: 0, ignoredCount: 0 };

  const scanFile = async ({ path, kind }: ArchiveFile): Promise<void> => {
    const before = scanned.get(path);
    // Only packages grow. A replaced `.boc` file is noticed when its block is read.
    if (before?.kind === 'boc' && kind === 'boc' && before.unfinished === undefined) return;
    const { size, mtimeMs: modifiedMs } = await stat(path);
    if (before?.kind === kind && before.size === size && before.modifiedMs === modifiedMs) {
      const { unfinished } = before;
      if (unfinished !== undefined && performance.now() - unfinished.sinceMs > unfinishedMsMax) throw unfinished.reason;
      return;
    }
    const from = before?.kind === kind ? before.endOffset : 0;
    const found = kind === 'boc' ? await readBoc(path) : await readPackage(path, from);
    for (const location of found.locations) archive.add(location);
    if (found.problem !== undefined && before?.unfinished === undefined) {
      logger.debug('A file is not complete yet', { path, reason: found.problem.message });
    }
    scanned.set(path, {
      kind,
      size,
      modifiedMs,
      endOffset: found.endOffset,
      blockCount: (before?.blockCount ?? 0) + found.locations.length,
      unfinished: found.problem === undefined ? undefined : { reason: found.problem, sinceMs: performance.now() },
    });
  };

  return {
    async scan({ signal, onFile }) {
      const { files, ignoredCount } = await listArchiveFiles(paths, { isGrowing: true });
      listed = { fileCount: files.length, ignoredCount };
      for (const [number, file] of files.entries()) {
        if (signal?.aborted === true) return;
        onFile?.(number, files.length);
        await scanFile(file).catch((error: unknown) => {
          // It was renamed or removed after the listing.
          if (!isFileMissing(error)) throw error;
        });
      }
    },
    counts() {
      const otherCount = [...scanned.values()].filter(
        ({ blockCount, unfinished }) => blockCount === 0 && unfinished === undefined,
      ).length;
      return { ...listed, otherCount };
    },
    async changedWithin(path, ms) {
      const { mtimeMs } = await stat(path);
      return Date.now() - mtimeMs < ms;
    },
    reset: () => scanned.clear(),
  };
}

async function readPackage(path: string, from: number) {
  const { entries, endOffset, problem } = await scanPackage(path, from);
  return { locations: locationsOfEntries(path, entries), endOffset, problem };
}

async function readBoc(path: string) {
  try {
    const location = await locationOfBocFile(path);
    return { locations: location === undefined ? [] : [location], endOffset: 0, problem: undefined };
  } catch (error) {
    if (!(error instanceof BlockSourceError) || !UNFINISHED_CODES.includes(error.code)) throw error;
    return { locations: [], endOffset: 0, problem: error };
  }
}
