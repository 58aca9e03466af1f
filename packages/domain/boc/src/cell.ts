import { BocError } from './boc-error.ts';
import { cellBitsMax, cellRefsMax, depthBytes, depthMax, hashBytes } from './cell-limits.ts';
import { type CellType, cellTypeName, cellTypeNumber } from './cell-type.ts';
import { exoticTypeOf } from './exotic-type.ts';
import { hashCount, hashIndex, levelMax, levelOfHash, maskAtLevel } from './level-mask.ts';
import { firstDescriptor, Representation, secondDescriptor } from './representation.ts';

/** The content of a cell. Data is left aligned; bits after `bitLength` are taken as zero. */
export interface CellContent {
  readonly bits: Uint8Array;
  readonly bitLength: number;
  readonly refs: readonly Cell[];
  readonly type?: CellType;
}

const representation = new Representation();

/**
 * An immutable cell on the heap, for writing and for single values; bags of many cells stay flat in `Bag`.
 * Level mask and depths are known at once, hashes are computed when first asked for and kept.
 */
export class Cell {
  static readonly empty: Cell = new Cell({ bits: new Uint8Array(0), bitLength: 0, refs: [] });

  /** Data, left aligned, zero padded, not a byte longer than needed. Must not be changed. */
  readonly bits: Uint8Array;
  readonly bitLength: number;
  readonly refs: readonly Cell[];
  readonly type: CellType;
  readonly levelMask: number;
  readonly #depths: readonly number[];
  #hashes: Uint8Array | undefined;

  /**
   * Takes over the data and the references. Throws `cell_overflow` over 1,023 bits or four references,
   * `boc_bad_cell` and `boc_bad_merkle` for an exotic cell that breaks the rules of its type, `boc_too_deep`.
   */
  constructor(content: CellContent) {
    const { bits, bitLength, refs, type = 'ordinary' } = content;
    if (bitLength > cellBitsMax || refs.length > cellRefsMax) {
      throw new BocError('cell_overflow', 'A cell holds 1,023 bits and four references', {
        bitLength,
        refCount: refs.length,
      });
    }
    const byteLength = (bitLength + 7) >> 3;
    if (bits.length < byteLength) throw new BocError('cell_underflow', 'There is less data than stated', { bitLength });
    this.bits = bits.length === byteLength ? bits : bits.subarray(0, byteLength);
    if ((bitLength & 7) !== 0 && (bits[byteLength - 1]! & (0xff >> (bitLength & 7))) !== 0) {
      this.bits = this.bits.slice();
      this.bits[byteLength - 1]! &= 0xff00 >> (bitLength & 7);
    }
    this.bitLength = bitLength;
    this.refs = refs;
    this.type = type;
    this.levelMask = this.#checkedLevelMask();
    this.#depths = this.#checkedDepths();
    if (this.#isMerkle()) this.#checkMerkleChildren();
  }

  get isExotic(): boolean {
    return this.type !== 'ordinary';
  }

  /** The hash at a level 0…3; level 3 is the representation hash. A view of 32 bytes: read only. */
  hash(level: number = levelMax): Uint8Array {
    const hashes = (this.#hashes ??= this.#computeHashes());
    // Most cells have one hash: no view is needed, which is felt when hundreds of thousands of cells are written.
    if (hashes.length === hashBytes) return hashes;
    const start = hashIndex(this.levelMask, level) * hashBytes;
    return hashes.subarray(start, start + hashBytes);
  }

  /** The depth at a level 0…3. */
  depth(level: number = levelMax): number {
    return this.#depths[hashIndex(this.levelMask, level)]!;
  }

  #isMerkle(): boolean {
    return this.type === 'merkle_proof' || this.type === 'merkle_update';
  }

  #checkedLevelMask(): number {
    let mask = 0;
    for (const ref of this.refs) mask |= ref.levelMask;
    if (this.type === 'ordinary') return mask;
    const type = exoticTypeOf({ bytes: this.bits, start: 0, bitLength: this.bitLength, refCount: this.refs.length });
    if (type !== cellTypeNumber(this.type)) {
      throw new BocError('boc_bad_cell', 'The first byte of an exotic cell names another type', {
        type: this.type,
        found: cellTypeName(type),
      });
    }
    if (this.type === 'pruned') return this.bits[1]!;
    return this.type === 'library' ? 0 : mask >> 1;
  }

  #checkedDepths(): number[] {
    const count = hashCount(this.levelMask);
    const depths: number[] = [];
    for (let index = 0; index < count; index++) {
      let depth = 0;
      if (this.type === 'pruned' && index < count - 1) {
        const at = 2 + (count - 1) * hashBytes + index * depthBytes;
        depth = (this.bits[at]! << 8) | this.bits[at + 1]!;
      }
      for (const ref of this.refs) depth = Math.max(depth, ref.depth(this.#childLevel(index)) + 1);
      if (depth > depthMax)
        throw new BocError('boc_too_deep', 'A cell would be deeper than allowed', { depth, depthMax });
      depths.push(depth);
    }
    return depths;
  }

  /** The level at which children count for hash number `index`: one higher under a Merkle cell. */
  #childLevel(index: number): number {
    return levelOfHash(this.levelMask, index) + (this.#isMerkle() ? 1 : 0);
  }

  #checkMerkleChildren(): void {
    const depthStart = 1 + this.refs.length * hashBytes;
    for (const [position, ref] of this.refs.entries()) {
      const hash = ref.hash(0);
      const hashStart = 1 + position * hashBytes;
      const at = depthStart + position * depthBytes;
      const depth = (this.bits[at]! << 8) | this.bits[at + 1]!;
      if (depth !== ref.depth(0) || hash.some((byte, index) => byte !== this.bits[hashStart + index])) {
        throw new BocError('boc_bad_merkle', 'A Merkle cell states another hash or depth than its child has', {
          position,
        });
      }
    }
  }

  #computeHashes(): Uint8Array {
    // Children first: they use the same buffer.
    for (const ref of this.refs) ref.hash();
    const count = hashCount(this.levelMask);
    const hashes = new Uint8Array(count * hashBytes);
    const isPruned = this.type === 'pruned';
    if (isPruned) hashes.set(this.bits.subarray(2, 2 + (count - 1) * hashBytes));
    for (let index = isPruned ? count - 1 : 0; index < count; index++) {
      const mask = maskAtLevel(this.levelMask, levelOfHash(this.levelMask, index));
      representation.begin(firstDescriptor(this.refs.length, this.isExotic, mask), secondDescriptor(this.bitLength));
      if (index > 0 && !isPruned) {
        representation.addBytes(hashes, (index - 1) * hashBytes, hashBytes);
      } else {
        representation.addBytes(this.bits, 0, this.bits.length);
        representation.completeData(this.bitLength);
      }
      const level = this.#childLevel(index);
      for (const ref of this.refs) representation.addDepth(ref.depth(level));
      for (const ref of this.refs) representation.addBytes(ref.hash(level), 0, hashBytes);
      representation.digestInto(hashes, index * hashBytes);
    }
    return hashes;
  }
}
