import { crc32c } from './index.ts';

/** One cell as bytes of a bag, valid or not. */
export interface HandmadeCell {
  readonly d1: number;
  readonly d2: number;
  /** Hashes and depths between the descriptors and the data. */
  readonly stored?: readonly number[];
  readonly data?: readonly number[];
  readonly refs?: readonly number[];
}

export interface HandmadeBag {
  readonly cells: readonly HandmadeCell[];
  readonly magic?: number;
  readonly flags?: number;
  readonly refSize?: number;
  readonly offsetSize?: number;
  readonly cellCount?: number;
  readonly rootCount?: number;
  readonly absentCount?: number;
  readonly roots?: readonly number[];
  readonly dataSize?: number;
  readonly index?: readonly number[];
  readonly hasCrc?: boolean;
}

/** Cell data and the end of every cell in it. */
function cellData(cells: readonly HandmadeCell[], refSize: number): { data: number[]; ends: number[] } {
  const data: number[] = [];
  const ends = cells.map((cell) => {
    const refs = (cell.refs ?? []).flatMap((ref) => bigEndian(ref, refSize));
    data.push(cell.d1, cell.d2, ...(cell.stored ?? []), ...(cell.data ?? []), ...refs);
    return data.length;
  });
  return { data, ends };
}

/** Builds a bag byte by byte. Parts that are left out have their correct values. */
export function handmadeBag(bag: HandmadeBag): Uint8Array {
  const { magic = 0xb5ee9c72, refSize = 1, offsetSize = 2, absentCount = 0, roots = [0], hasCrc = false } = bag;
  const { data, ends } = cellData(bag.cells, refSize);
  const isGeneric = magic === 0xb5ee9c72;
  const flags = bag.flags ?? (isGeneric ? (bag.index === undefined ? 0 : 0x80) | (hasCrc ? 0x40 : 0) : 0);
  const index = bag.index ?? (isGeneric ? [] : ends);
  const bytes = [
    ...bigEndian(magic, 4),
    flags | refSize,
    offsetSize,
    ...bigEndian(bag.cellCount ?? bag.cells.length, refSize),
    ...bigEndian(bag.rootCount ?? roots.length, refSize),
    ...bigEndian(absentCount, refSize),
    ...bigEndian(bag.dataSize ?? data.length, offsetSize),
    ...(isGeneric ? roots.flatMap((root) => bigEndian(root, refSize)) : []),
    ...index.flatMap((entry) => bigEndian(entry, offsetSize)),
    ...data,
  ];
  if (hasCrc) bytes.push(...bigEndian(crc32c(Uint8Array.from(bytes)), 4).toReversed());
  return Uint8Array.from(bytes);
}

/** A chain of empty cells, the root on top, `depth` cells deep below it. */
export function chainOfCells(depth: number): readonly HandmadeCell[] {
  return Array.from({ length: depth + 1 }, (_, at) =>
    at === depth ? { d1: 0, d2: 0 } : { d1: 1, d2: 0, refs: [at + 1] },
  );
}

function bigEndian(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
}
