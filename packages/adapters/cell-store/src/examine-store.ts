import { createHash } from 'node:crypto';
import { holderText, lockDirectoryForReading } from '@tonriver/lifecycle';
import { type CellBody, dataLengthOf, depthOf, refCountOf, refDepthOf, refHashOf } from './cell-body.ts';
import { CellStoreError } from './cell-store-error.ts';
import { type LmdbEnvironment, openLmdbEnvironment } from './lmdb-environment.ts';
import { decodeCell, hasChecksum, type StoredCell } from './stored-cell.ts';
import { decodeStoredRecord } from './stored-record.ts';

/** A problem of a cell store, with its place. */
export interface CellProblem {
  readonly where: Readonly<Record<string, string>>;
  readonly problem: string;
}

export interface ExamineStoreOptions {
  readonly directory: string;
  /** Adds to a named count of examined things. */
  readonly count: (what: string, by: number) => void;
  /** Returns the hash (hex) of each cell that a record holds, once per hold; undefined when it cannot be read. */
  readonly heldBy: (key: string, value: Uint8Array) => readonly string[] | undefined;
  /** Number of cells whose references are counted in one pass. Limits the memory. */
  readonly cellsPerPass?: number;
}

const CELLS_PER_PASS = 1_000_000;

/**
 * Reads a whole cell store that no process uses, without writing, and yields its problems: the structure of the file,
 * checksums and hashes of all cells, references to missing cells or with another depth, wrong reference counts, and
 * held trees that are missing. After a damaged cell or record the rest is still examined; after a damaged structure
 * nothing else can be.
 *
 * @throws {CellStoreError} `directory_held`
 */
export async function* examineCellStore(options: ExamineStoreOptions): AsyncGenerator<CellProblem, void, undefined> {
  const { directory } = options;
  const lock = lockDirectoryForReading(directory, (holder) => {
    return new CellStoreError('directory_held', `${holderText(holder)} has the cell store in ${directory}`, {
      ...holder,
    });
  });
  let environment: LmdbEnvironment | undefined;
  try {
    environment = await openLmdbEnvironment(directory, { isReadOnly: true });
    const held = new Map<string, number>();
    yield* examineRecords(environment, held, options);
    const passes = Math.max(1, Math.ceil(environment.cellCount / (options.cellsPerPass ?? CELLS_PER_PASS)));
    for (let pass = 0; pass < passes; pass += 1) yield* examinePass(environment, { pass, passes, held }, options);
  } catch (error) {
    if (!(error instanceof CellStoreError) || error.code !== 'store_corrupt') throw error;
    yield { where: { directory }, problem: error.message };
  } finally {
    await environment?.close();
    lock.release();
  }
}

/** @param held gets the number of holds of each cell */
function* examineRecords(
  environment: LmdbEnvironment,
  held: Map<string, number>,
  { count, heldBy }: ExamineStoreOptions,
): Generator<CellProblem, void, undefined> {
  let seen = 0;
  for (const [key, stored] of environment.storedRecords()) {
    seen += 1;
    const record = attempt(() => decodeStoredRecord(key, stored, environment));
    if ('problem' in record) {
      yield { where: { record: key }, problem: record.problem };
      continue;
    }
    count('records', 1);
    const hashes = heldBy(key, record.value);
    if (hashes === undefined)
      yield { where: { record: key }, problem: 'cannot be read, so the cells that it holds are not known' };
    for (const hash of hashes ?? []) held.set(hash, (held.get(hash) ?? 0) + 1);
  }
  const left = environment.recordCount - seen;
  if (left > 0) yield { where: { directory: environment.directory }, problem: `${left} records have no name` };
}

/** Returns the message of a damage instead of throwing it. */
function attempt<Value>(read: () => Value): { readonly value: Value } | { readonly problem: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof CellStoreError && error.code === 'store_corrupt') return { problem: error.message };
    throw error;
  }
}

/** Examines every cell in the first pass. Each pass counts the references to a part of the cells, chosen by hash. */
function* examinePass(
  environment: LmdbEnvironment,
  {
    pass,
    passes,
    held,
  }: { readonly pass: number; readonly passes: number; readonly held: ReadonlyMap<string, number> },
  { count }: ExamineStoreOptions,
): Generator<CellProblem, void, undefined> {
  const pointers = new Map<string, number>(held);
  const isOfPass = (hash: Uint8Array): boolean => hash[31]! % passes === pass;
  for (const [hash, value] of environment.cells()) {
    const decoded = attempt(() => decodeCell(hash, value, environment));
    if ('problem' in decoded) {
      if (pass === 0) yield { where: { cell: hexOf(hash) }, problem: decoded.problem };
      continue;
    }
    const cell = decoded.value;
    if (pass === 0) {
      count(hasChecksum(value) ? 'cells' : 'cells without a checksum', 1);
      yield* examineCell(environment, hash, cell, count);
    }
    if (cell.body === null) continue;
    for (let position = 0; position < refCountOf(cell.body); position += 1) {
      const child = refHashOf(cell.body, position);
      if (!isOfPass(child)) continue;
      const key = hexOf(child);
      pointers.set(key, (pointers.get(key) ?? 0) + 1);
    }
  }
  for (const [hash, value] of environment.cells()) {
    if (!isOfPass(hash)) continue;
    const key = hexOf(hash);
    const wanted = pointers.get(key) ?? 0;
    pointers.delete(key);
    const cell = attempt(() => decodeCell(hash, value, environment));
    if ('problem' in cell) continue;
    const found = cell.value.count;
    if (found < wanted) yield { where: { cell: key }, problem: `has a count of ${found}, but ${wanted} references` };
    else if (found > wanted) count('cells that are held by more than is recorded', 1);
  }
  for (const [key] of pointers) {
    if (isOfPass(Buffer.from(key, 'hex'))) yield { where: { cell: key }, problem: 'is pointed to and not there' };
  }
}

function* examineCell(
  environment: LmdbEnvironment,
  hash: Buffer,
  { body, isComplete }: StoredCell,
  count: ExamineStoreOptions['count'],
): Generator<CellProblem, void, undefined> {
  const where = { cell: hexOf(hash) };
  if (body === null) {
    count('cells of which only the hash is known', 1);
    if (isComplete) yield { where, problem: 'is said to be complete, and only its hash is known' };
    return;
  }
  // In a Merkle proof a hash depends on hashes of lower levels, which are not stored.
  if (body[0]! >> 5 !== 0) count('cells inside proofs, by checksum only', 1);
  else if (!hashOf(body).equals(hash)) yield { where, problem: 'has another hash' };
  for (let position = 0; position < refCountOf(body); position += 1) {
    const childHash = Buffer.from(refHashOf(body, position));
    const value = environment.cell(childHash);
    // A missing cell is found when references are counted.
    if (value === undefined) continue;
    const decoded = attempt(() => decodeCell(childHash, value, environment));
    if ('problem' in decoded) continue;
    const child = decoded.value;
    if (child.body !== null && depthOf(child.body) !== refDepthOf(body, position)) {
      yield { where, problem: `states a wrong depth for its reference ${position}` };
    }
    if (isComplete && !child.isComplete && child.body === null) {
      yield { where, problem: `is marked complete, but only the hash of its reference ${position} is known` };
    }
  }
}

/** Returns the representation hash of a cell of level 0: over descriptors and data, all depths, then all hashes. */
function hashOf(body: CellBody): Buffer {
  const dataEnd = 2 + dataLengthOf(body);
  const refCount = refCountOf(body);
  const text = Buffer.alloc(dataEnd + refCount * 34);
  text.set(body.subarray(0, dataEnd));
  for (let position = 0; position < refCount; position += 1) {
    text.writeUInt16BE(refDepthOf(body, position), dataEnd + position * 2);
    text.set(refHashOf(body, position), dataEnd + refCount * 2 + position * 32);
  }
  return createHash('sha256').update(text).digest();
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}
