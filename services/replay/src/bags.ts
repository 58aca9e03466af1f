import { Bag, BocError, type Cell, type CellBuilder, writeBag } from '@tonriver/boc';
import { buildHashmap } from '@tonriver/chain-model';
import { RecordingError } from './recording-error.ts';

const libraryKeyBits = 256;

/** Bytes of a Base64 text; throws `recording_unreadable` when it is none. */
export function base64Bytes(text: string, what: string): Uint8Array {
  const compact = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) {
    throw new RecordingError('recording_unreadable', `${what} is not Base64`, { what });
  }
  return new Uint8Array(Buffer.from(compact, 'base64'));
}

/** The root of a bag; throws `recording_unreadable` when the bytes are no bag with one root. */
export function rootCell(bytes: Uint8Array, what: string): Cell {
  return reading(what, () => {
    const bag = Bag.parse(bytes);
    return bag.toCell(bag.root);
  });
}

export function reading<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BocError)) throw error;
    throw new RecordingError('recording_unreadable', `${what} is no bag of cells`, { what }, { cause: error });
  }
}

/** A dictionary of libraries by their hashes; null for none. */
export function libraryDictionary(cells: readonly Cell[]): Uint8Array | null {
  const byHash = new Map(cells.map((cell) => [hex(cell.hash()), cell]));
  const entries = [...byHash.values()]
    .map((cell) => ({ key: cell.hash(), value: cell }))
    .sort((left, right) => Buffer.compare(left.key, right.key));
  const storeValue = (builder: CellBuilder, cell: Cell): void => void builder.storeRef(cell);
  const root = buildHashmap(entries, { keyBits: libraryKeyBits, storeValue });
  return root === null ? null : writeBag([root]);
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
