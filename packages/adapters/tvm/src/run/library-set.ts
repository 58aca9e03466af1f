import { Bag, BocError, type Cell, writeBag } from '@tonriver/boc';
import { buildHashmap, ChainModelError, findInDictionary } from '@tonriver/chain-model';
import { base64Text } from '../base64-text.ts';
import { type OpcodeFindings, scanOpcodes } from '../code/opcode-scan.ts';
import type { CodeRoot } from '../code/static-code.ts';
import { badInput, inputBytesMax, libraryHashesOf } from './input-tree.ts';

const keyBits = 256;
/** How many libraries one run may reach through references. The chain allows far fewer. */
const reachableMax = 256;

/** A library with its bag of cells. */
export interface Library {
  readonly hash: string;
  readonly cell: Cell;
  readonly code: CodeRoot;
  readonly findings: OpcodeFindings;
}

/** All libraries of a run. Libraries that were read are kept. */
export interface LibrarySet {
  /** The whole dictionary, in Base64. */
  readonly whole: () => Buffer;
  find(hash: string): Library | null;
}

/** Reads `Hashmap 256 ^Cell`. Throws `tvm_bad_input`. */
export function readLibrarySet(librariesBoc: Uint8Array): LibrarySet {
  if (librariesBoc.length > inputBytesMax) throw badInput('libraries', { bytes: librariesBoc.length });
  const bag = reporting(() => Bag.parse(librariesBoc));
  const root = reporting(() => bag.root);
  const known = new Map<string, Library | null>();
  let whole: Buffer | undefined;
  return {
    whole: () => (whole ??= reporting(() => base64Text(writeBag([bag.toCell(root)], { crc: false })))),
    find: (hash) => {
      const met = known.get(hash);
      if (met !== undefined) return met;
      const library = reporting(() => readLibrary(bag, root, hash));
      known.set(hash, library);
      return library;
    },
  };
}

function readLibrary(bag: Bag, root: number, hash: string): Library | null {
  const leaf = findInDictionary(bag, root, keyBits, Buffer.from(hash, 'hex'));
  if (leaf === null) return null;
  const cell = bag.toCell(leaf.loadRef());
  // The TVM ignores a library under another hash than its own.
  if (Buffer.from(cell.hash()).toString('hex') !== hash) return null;
  const own = Bag.of(cell);
  return { hash, cell, code: { bag: own, cell: own.root }, findings: scanOpcodes(own) };
}

/**
 * Returns the libraries that can be reached from these hashes, also through each other; null when there are too many.
 * Missing ones are left out: the TVM reports them.
 */
export function reachableLibraries(set: LibrarySet, hashes: readonly string[]): readonly Library[] | null {
  const reached = new Map<string, Library>();
  const waiting = [...hashes];
  for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
    if (reached.has(hash)) continue;
    const library = set.find(hash);
    if (library === null) continue;
    if (reached.size === reachableMax) return null;
    reached.set(hash, library);
    waiting.push(...libraryHashesOf(library.code.bag));
  }
  return [...reached.values()];
}

/** Returns a dictionary of only these libraries in Base64, null when there are none. */
export function writeLibraries(libraries: readonly Library[]): Buffer | null {
  const entries = libraries
    .map(({ hash, cell }) => ({ key: Buffer.from(hash, 'hex'), value: cell }))
    .sort((left, right) => Buffer.compare(left.key, right.key));
  const root = buildHashmap(entries, { keyBits, storeValue: (builder, cell: Cell) => void builder.storeRef(cell) });
  return root === null ? null : base64Text(writeBag([root], { crc: false }));
}

function reporting<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BocError || error instanceof ChainModelError)) throw error;
    throw badInput('libraries', {}, error);
  }
}
