import { type FileHandle, open } from 'node:fs/promises';
import { errorMessage } from '@tonriver/errors';
import { BlockSourceError } from '../block-source-error.ts';

/** First word of a package, little-endian. */
export const PACKAGE_MAGIC = 0xae8fdd01;
const ENTRY_MAGIC = 0x1e8b;
const PACKAGE_HEADER_BYTES = 4;
/** Size of magic, length of the name and length of the data. */
const ENTRY_HEADER_BYTES = 8;

/** One entry of a package: its name and the place of its data in the file. */
export interface PackageEntry {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** The result of scanning a package. */
export interface PackageScan {
  readonly entries: readonly PackageEntry[];
  /** Offset of the next entry. */
  readonly endOffset: number;
  /** The reason why the bytes after the entries are not an entry: damage, or an entry that is still being written. */
  readonly problem: BlockSourceError | undefined;
}

/**
 * Lists the entries of a node's archive package, without reading their data.
 *
 * Format (validator/db/package of the node): `uint32 0xae8fdd01`, then per entry `uint16 0x1e8b`, `uint16` length of
 * the name, `uint32` length of the data, name, data; all little-endian. A node that is killed while it writes leaves an
 * incomplete last entry. That is an error here, because its block would be missing unnoticed.
 *
 * @throws {BlockSourceError} `bad_package` with the offset of the damage
 */
export async function listPackageEntries(path: string): Promise<readonly PackageEntry[]> {
  const { entries, problem } = await scanPackage(path);
  if (problem !== undefined) throw problem;
  return entries;
}

/**
 * Lists the complete entries of a package, which may grow meanwhile.
 *
 * @param from the end of an earlier scan
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
    new BlockSourceError('bad_package', `${path} is damaged or incomplete: ${what} at byte ${offset}`, {
      path,
      offset,
    });
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
