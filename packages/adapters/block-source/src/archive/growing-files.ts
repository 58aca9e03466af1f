import { stat } from 'node:fs/promises';
import type { Logger } from '@tonriver/logger';
import { BlockSourceError } from '../block-source-error.ts';
import { type ArchiveFile, isGone, listArchiveFiles } from './archive-file.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { ArchiveSummary } from './open-archive.ts';
import { locationOfBocFile, locationsOfEntries } from './block-locations.ts';
import { scanPackage } from './read-package.ts';

/** What a look at a file found. */
interface SeenFile {
  readonly kind: ArchiveFile['kind'];
  readonly size: number;
  readonly modifiedMs: number;
  /** A package: where the next entry will begin. */
  readonly endOffset: number;
  readonly blockCount: number;
  /** Why the rest of the file cannot be read, and since when it has stood so. */
  readonly unfinished: { readonly reason: BlockSourceError; readonly sinceMs: number } | undefined;
}

export interface LookOptions {
  /** A look may be broken off between two files; the next one goes on. */
  readonly signal?: AbortSignal;
  readonly onFile?: (filesDone: number, filesTotal: number) => void;
}

export interface GrowingFiles {
  /** Puts what is new into the index. @throws {BlockSourceError} for what is damaged, and not only unfinished */
  look(options: LookOptions): Promise<void>;
  counts(): Omit<ArchiveSummary, 'blockCount'>;
  /** Whether a file was written to so recently that more may come. */
  changedWithin(path: string, ms: number): Promise<boolean>;
  /** The next look reads every file again: one that was read has gone, and its blocks may lie elsewhere. */
  forget(): void;
}

/** Codes that an unfinished file gives as well as a damaged one. */
const UNFINISHED_CODES: readonly string[] = ['bad_package', 'bad_block_file'];

export function createGrowingFiles(dependencies: {
  readonly paths: readonly string[];
  readonly archive: ArchiveIndex;
  readonly unfinishedMsMax: number;
  readonly logger: Logger;
}): GrowingFiles {
  const { paths, archive, unfinishedMsMax, logger } = dependencies;
  const seen = new Map<string, SeenFile>();
  let counted = { fileCount: 0, ignoredCount: 0 };

  const lookAt = async ({ path, kind }: ArchiveFile): Promise<void> => {
    const before = seen.get(path);
    // A file of one block does not change any more: only packages grow. A replaced one is noticed when it is read.
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
      logger.debug('A file is not whole yet', { path, reason: found.problem.message });
    }
    seen.set(path, {
      kind,
      size,
      modifiedMs,
      endOffset: found.endOffset,
      blockCount: (before?.blockCount ?? 0) + found.locations.length,
      unfinished: found.problem === undefined ? undefined : { reason: found.problem, sinceMs: performance.now() },
    });
  };

  return {
    async look({ signal, onFile }) {
      const { files, ignoredCount } = await listArchiveFiles(paths, { isGrowing: true });
      counted = { fileCount: files.length, ignoredCount };
      for (const [number, file] of files.entries()) {
        if (signal?.aborted === true) return;
        onFile?.(number, files.length);
        await lookAt(file).catch((error: unknown) => {
          // Renamed or removed between the list and the look.
          if (!isGone(error)) throw error;
        });
      }
    },
    counts() {
      const otherCount = [...seen.values()].filter(
        ({ blockCount, unfinished }) => blockCount === 0 && unfinished === undefined,
      ).length;
      return { ...counted, otherCount };
    },
    async changedWithin(path, ms) {
      const { mtimeMs } = await stat(path);
      return Date.now() - mtimeMs < ms;
    },
    forget: () => seen.clear(),
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
