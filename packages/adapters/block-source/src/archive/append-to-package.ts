import { open } from 'node:fs/promises';
import { PACKAGE_MAGIC, scanPackage } from './read-package.ts';

const ENTRY_MAGIC = 0x1e8b;
const HEADER_BYTES = 4;

/** One entry of a package with its data. */
export interface NewPackageEntry {
  readonly name: string;
  readonly data: Uint8Array;
}

/** A node's archive package that grows. */
export interface PackageAppender {
  /** Name of the last entry that ended a group when the package was opened. */
  readonly lastEnd: string | undefined;
  /** Writes entries one behind the other. They are the operating system's when it resolves. */
  append(entries: readonly NewPackageEntry[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a package for appending, or creates it. Entries come in groups: what was written after the last entry that
 * `isEnd` names is the rest of a process that was killed, and is cut off.
 *
 * @throws {BlockSourceError} `unreadable_path`, `bad_package` when the file is no package
 */
export async function appendToPackage(path: string, isEnd: (name: string) => boolean): Promise<PackageAppender> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const kept = size < HEADER_BYTES ? { end: 0, lastEnd: undefined } : await endOfGroups(path, isEnd);
    await file.truncate(kept.end);
    if (kept.end === 0) await file.appendFile(uint32(PACKAGE_MAGIC));
    return {
      lastEnd: kept.lastEnd,
      async append(entries) {
        await file.appendFile(Buffer.concat(entries.flatMap(bytesOfEntry)));
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function endOfGroups(path: string, isEnd: (name: string) => boolean) {
  const { entries, problem } = await scanPackage(path);
  if (entries.length === 0 && problem?.fields['offset'] === 0) throw problem;
  const last = entries.findLast(({ name }) => isEnd(name));
  return { end: last === undefined ? HEADER_BYTES : last.offset + last.length, lastEnd: last?.name };
}

function bytesOfEntry({ name, data }: NewPackageEntry): Uint8Array[] {
  const nameBytes = Buffer.from(name);
  const header = Buffer.alloc(8);
  header.writeUInt16LE(ENTRY_MAGIC, 0);
  header.writeUInt16LE(nameBytes.length, 2);
  header.writeUInt32LE(data.length, 4);
  return [header, nameBytes, data];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}
