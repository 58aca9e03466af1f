import { type FileHandle, open } from 'node:fs/promises';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';

/** Little-endian first word of a package. */
export const PACKAGE_MAGIC = 0xae8fdd01;
const ENTRY_MAGIC = 0x1e8b;
const PACKAGE_HEADER_BYTES = 4;
/** Magic, length of the name, length of the data. */
const ENTRY_HEADER_BYTES = 8;

/** One entry of a package: a name and where its data lies in the file. */
export interface PackageEntry {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** What a package holds by now. */
export interface PackageScan {
  readonly entries: readonly PackageEntry[];
  /** Where the next entry will begin. */
  readonly endOffset: number;
  /** Why what lies behind the entries is none: damage, or an entry that is still being written. */
  readonly problem: BlockSourceError | undefined;
}

/**
 * Lists the entries of a node's archive package, without reading their data.
 *
 * Format (validator/db/package of the node): `uint32 0xae8fdd01`, then per entry `uint16 0x1e8b`, `uint16` length of
 * the name, `uint32` length of the data, name, data; all little-endian. A last entry that is cut off is what a node
 * leaves behind when it dies while writing: it is an error here, because a hole must not go unnoticed.
 *
 * @throws {BlockSourceError} `bad_package` with the offset of what is wrong
 */
export async function listPackageEntries(path: string): Promise<readonly PackageEntry[]> {
  const { entries, problem } = await scanPackage(path);
  if (problem !== undefined) throw problem;
  return entries;
}

/**
 * Lists the entries that are whole, of a package that may be growing while it is read.
 *
 * @param from where an earlier scan ended
 */
export async function scanPackage(path: string, from = 0): Promise<PackageScan> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new BlockSourceError('unreadable_path', `Cannot read ${path}: ${errorMessage(cause)}`, { path }, { cause });
  });
  const entries: PackageEntry[] = [];
  let endOffset = from;
  try {
    for await (const entry of entriesOf(file, path, from)) {
      if (entry !== 'header') entries.push(entry);
      endOffset = entry === 'header' ? PACKAGE_HEADER_BYTES : entry.offset + entry.length;
    }
    return { entries, endOffset, problem: undefined };
  } catch (error) {
    if (!(error instanceof BlockSourceError)) throw error;
    return { entries, endOffset, problem: error };
  } finally {
    await file.close();
  }
}

async function* entriesOf(file: FileHandle, path: string, from: number): AsyncGenerator<PackageEntry | 'header'> {
  const { size } = await file.stat();
  const bad = (what: string, offset: number): BlockSourceError =>
    new BlockSourceError('bad_package', `${path} is not a whole package: ${what} at byte ${offset}`, { path, offset });
  const read = async (offset: number, length: number, what: string): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    if (bytesRead < length) throw bad(`the file ends inside ${what}`, offset);
    return buffer;
  };

  if (size < from) throw bad('the file was longer before', size);
  let offset = from;
  if (from === 0) {
    const magic = (await read(0, PACKAGE_HEADER_BYTES, 'its header')).readUInt32LE();
    if (magic !== PACKAGE_MAGIC) throw bad('wrong magic', 0);
    offset = PACKAGE_HEADER_BYTES;
    yield 'header';
  }
  while (offset < size) {
    const header = await read(offset, ENTRY_HEADER_BYTES, "an entry's header");
    if (header.readUInt16LE(0) !== ENTRY_MAGIC) throw bad('wrong magic of an entry', offset);
    const nameLength = header.readUInt16LE(2);
    const length = header.readUInt32LE(4);
    const name = (await read(offset + ENTRY_HEADER_BYTES, nameLength, "an entry's name")).toString('utf8');
    const dataOffset = offset + ENTRY_HEADER_BYTES + nameLength;
    if (dataOffset + length > size) throw bad(`the file ends inside the entry ${name}`, offset);
    yield { name, offset: dataOffset, length };
    offset = dataOffset + length;
  }
}
