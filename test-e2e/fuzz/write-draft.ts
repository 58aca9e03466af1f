import { crc32c } from '@tonriver/boc';
import { measureDraft, merkleRefCount } from './measure-draft.ts';
import type { Draft, DraftCell } from './draft.ts';

/** How a bag is written around its cells. */
export interface BagForm {
  /** `b5ee9c72` and its two predecessors, or anything. */
  readonly magic: number;
  readonly hasIndex: boolean;
  readonly hasCacheBits: boolean;
  readonly hasCrc: boolean;
  /** Bytes by which references and offsets are wider than they need to be. */
  readonly refSizeSpare: number;
  readonly offsetSizeSpare: number;
  /** Hashes are written between descriptors and data; readers must pass over them, so they are nonsense. */
  readonly hasStoredHashes: boolean;
  /** Depths in Merkle cells are made those of their children. */
  readonly mendsMerkleDepths: boolean;
}

/** A written bag and where things lie in it. */
export interface WrittenDraft {
  readonly bytes: Buffer;
  readonly hasCrc: boolean;
  /** Where the descriptors of each cell stand, in the order of the bag. */
  readonly cellStarts: readonly number[];
  /** The Merkle cells, the innermost first. */
  readonly merkleCells: readonly { readonly cell: number; readonly dataStart: number; readonly refCount: number }[];
}

const genericMagic = 0xb5ee9c72;
const checksumMagic = 0xacc3a728;
const storedHashBytes = 34;
const scratch = Buffer.alloc(16 * 2 ** 20);

/**
 * Writes what can be reached from the roots, parents before children; a reference that closes a circle ends up leading
 * backward. Level masks are those that follow from the content, unless a cell insists on another.
 */
export function writeDraft(draft: Draft, form: BagForm): WrittenDraft {
  const order = parentsFirst(draft);
  const places = new Map(order.map((cell, place) => [cell, place]));
  const { masks, depths } = measureDraft(draft, order);
  const refSize = Math.min(4, byteWidth(order.length) + form.refSizeSpare);
  const data = writeCells();
  const offsetSize = Math.min(8, byteWidth(data.end * 2) + form.offsetSizeSpare);
  const header = writeHeader();
  const body = scratch.subarray(0, data.end);
  const bytes = Buffer.concat([header, body, Buffer.alloc(hasCrc() ? 4 : 0)]);
  if (hasCrc()) mendChecksum(bytes);
  const shift = header.length;
  return {
    bytes,
    hasCrc: hasCrc(),
    cellStarts: data.starts.map((start) => start + shift),
    merkleCells: data.merkleCells.map((found) => ({ ...found, dataStart: found.dataStart + shift })).toReversed(),
  };

  function hasCrc(): boolean {
    return form.magic === genericMagic ? form.hasCrc : form.magic === checksumMagic;
  }

  function writeCells() {
    const starts: number[] = [];
    const ends: number[] = [];
    const merkleCells: WrittenDraft['merkleCells'][number][] = [];
    let at = 0;
    for (const [place, number] of order.entries()) {
      const cell = draft.cells[number] as DraftCell;
      const mask = cell.forcedMask ?? (masks[number] as number);
      const withHashes = form.hasStoredHashes && place % 3 !== 2;
      starts.push(at);
      scratch[at++] = cell.refs.length | (cell.isExotic ? 8 : 0) | (withHashes ? 16 : 0) | (mask << 5);
      scratch[at++] = (cell.bitLength >> 3) + ((cell.bitLength + 7) >> 3);
      if (withHashes) {
        const hashes = 1 + (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1);
        scratch.fill(place, at, at + hashes * storedHashBytes);
        at += hashes * storedHashBytes;
      }
      const dataStart = at;
      scratch.set(cell.bits, at);
      at += cell.bits.length;
      if ((cell.bitLength & 7) !== 0) scratch[at - 1] = (scratch[at - 1] as number) | (0x80 >> (cell.bitLength & 7));
      const refCount = merkleRefCount(cell);
      if (refCount > 0) {
        merkleCells.push({ cell: place, dataStart, refCount });
        if (form.mendsMerkleDepths) {
          cell.refs.forEach((ref, position) =>
            scratch.writeUInt16BE((depths[ref * 4] as number) & 0xffff, dataStart + 1 + refCount * 32 + position * 2),
          );
        }
      }
      for (const ref of cell.refs) {
        scratch.writeUIntBE(places.get(ref) ?? 0, at, refSize);
        at += refSize;
      }
      ends.push(at);
    }
    return { starts, ends, merkleCells, end: at };
  }

  function writeHeader(): Buffer {
    const isGeneric = form.magic !== 0x68ff65f3 && form.magic !== checksumMagic;
    const withIndex = !isGeneric || form.hasIndex;
    const withCacheBits = isGeneric && withIndex && form.hasCacheBits;
    const flags = isGeneric ? (withIndex ? 0x80 : 0) | (form.hasCrc ? 0x40 : 0) | (withCacheBits ? 0x20 : 0) : 0;
    const roots = draft.roots.map((root) => places.get(root) ?? 0);
    const header = Buffer.alloc(6 + (3 + roots.length) * refSize + offsetSize * (1 + data.ends.length));
    header.writeUInt32BE(form.magic >>> 0, 0);
    header[4] = flags | refSize;
    header[5] = offsetSize;
    let at = 6;
    const put = (value: number, size: number): void => {
      for (let index = size - 1; index >= 0; index--, value = Math.floor(value / 256)) header[at + index] = value & 255;
      at += size;
    };
    put(order.length, refSize);
    put(isGeneric ? roots.length : 1, refSize);
    put(0, refSize);
    put(data.end, offsetSize);
    if (isGeneric) for (const root of roots) put(root, refSize);
    if (withIndex) {
      for (const end of data.ends) put(withCacheBits ? end * 2 : end, offsetSize);
    }
    return header.subarray(0, at);
  }
}

/** Corrects the checksum at the end. */
export function mendChecksum(bytes: Buffer): void {
  bytes.writeUInt32LE(crc32c(bytes, 0, bytes.length - 4), bytes.length - 4);
}

/** Everything below the roots, each cell before those it refers to, unless there is a circle. */
function parentsFirst({ cells, roots }: Draft): number[] {
  const isSeen = new Uint8Array(cells.length);
  const finished: number[] = [];
  const stack: { readonly cell: number; next: number }[] = [];
  // Roots are entered from the last to the first: after the reversal the first root stands in front.
  for (const root of roots.toReversed()) {
    enter(root);
    while (stack.length > 0) {
      const top = stack.at(-1) as (typeof stack)[number];
      const { refs } = cells[top.cell] as DraftCell;
      if (top.next === refs.length) {
        finished.push(top.cell);
        stack.pop();
      } else {
        enter(refs[top.next++] as number);
      }
    }
  }
  return finished.reverse();

  function enter(cell: number): void {
    if (isSeen[cell] === 1) return;
    isSeen[cell] = 1;
    stack.push({ cell, next: 0 });
  }
}

function byteWidth(value: number): number {
  return value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x1000000 ? 3 : 4;
}
