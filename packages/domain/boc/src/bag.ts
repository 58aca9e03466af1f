import { readBagHeader } from './bag-header.ts';
import { BagHashes } from './bag-hashes.ts';
import { BocError } from './boc-error.ts';
import type { Cell } from './cell.ts';
import { cellRefsMax, depthMax, hashBytes } from './cell-limits.ts';
import { CellSlice } from './cell-slice.ts';
import type { CellTable } from './cell-table.ts';
import { type CellType, cellTypeName, ordinaryType, prunedType } from './cell-type.ts';
import { crc32c } from './crc32c.ts';
import { hashIndex, levelMax, levelOf } from './level-mask.ts';
import { linkCells } from './link-cells.ts';
import { scanCells } from './scan-cells.ts';
import { scanInKernel } from './scan-in-kernel.ts';
import { bagToCells } from './bag-to-cells.ts';
import { TreeWriter } from './tree-writer.ts';
import { writeBag } from './write-bag.ts';

/** The default of `BagOptions.cellCountMax`. */
const cellCountMax = 2 ** 24;

export interface BagOptions {
  /** Accept bytes behind the bag; `bytes` of the bag then ends where the bag does. Default: `boc_trailing_bytes`. */
  readonly allowTrailingBytes?: boolean;
  /**
   * More cells than this are refused with `boc_too_large` before anything is allocated for them. Default 2^24, for
   * which the arrays take about 600 MB; a bag must be 32 MB long at least to have so many.
   */
  readonly cellCountMax?: number;
  /** The longest path below a cell; default 1,023. Heap cells (`toCell`) never go deeper than that. */
  readonly depthMax?: number;
  /**
   * How often cells of the bag may be opened for reading, all together; more is `boc_too_much_reading`. Cells can be
   * shared, so that a few of them describe a very large tree: this bounds the time of all readers of an untrusted bag.
   * Default: no bound.
   */
  readonly openingsMax?: number;
}

/**
 * A parsed bag of cells. Cells are numbers 0 … `cellCount` − 1; nothing is allocated per cell, and hashes are computed
 * when they are asked for. References lead to higher numbers only.
 *
 * A number without a cell in this bag is a mistake of the caller; methods that compute a result throw
 * `boc_no_such_cell`.
 */
export class Bag {
  /** The bag as it was read, without trailing bytes. A copy: read only. */
  readonly bytes: Uint8Array;
  readonly cellCount: number;
  readonly roots: readonly number[];
  /** The flat arrays behind everything: for the hot paths of this package. */
  readonly table: CellTable;
  readonly #hashes: BagHashes;
  #cells: Map<number, Cell> | undefined;
  #treeWriter: TreeWriter | undefined;
  #openingsLeft: number;

  private constructor(
    { bytes, roots, table }: Pick<Bag, 'bytes' | 'roots' | 'table'>,
    hashes: BagHashes,
    openingsMax: number,
  ) {
    this.#openingsLeft = openingsMax;
    this.bytes = bytes;
    this.cellCount = table.cellCount;
    this.roots = roots;
    this.table = table;
    this.#hashes = hashes;
  }

  /**
   * Reads a bag in any of its three forms and checks all of it, except the hashes in Merkle cells: these are checked
   * when hashes are computed. Throws `BocError` (`boc_…`) with the `offset` of the error. Time and memory are bounded
   * by the length of the input. Hashes that are stored in the bag are skipped.
   */
  static parse(bytes: Uint8Array, options: BagOptions = {}): Bag {
    const header = readBagHeader(bytes);
    if (header.end < bytes.length && options.allowTrailingBytes !== true) {
      throw new BocError('boc_trailing_bytes', 'There are bytes behind the bag', { offset: header.end });
    }
    if (header.cellCount > (options.cellCountMax ?? cellCountMax)) {
      throw new BocError('boc_too_large', 'The bag has more cells than allowed', {
        offset: 6,
        cellCount: header.cellCount,
      });
    }
    if (header.hasCrc) checkCrc(bytes, header.dataEnd);
    const limit = options.depthMax ?? depthMax;
    const table = scanInKernel(bytes, header, limit) ?? linkCells(scanCells(bytes, header), limit);
    const parts = { bytes: table.bytes.subarray(0, header.end), roots: header.roots, table };
    return new Bag(parts, new BagHashes(table), options.openingsMax ?? Infinity);
  }

  /** A bag with one root over cells that were built. */
  static of(root: Cell): Bag {
    return Bag.parse(writeBag([root], { crc: false }));
  }

  /**
   * The same cells for another reader, which has openings of its own. All hashes are computed first, so that nothing
   * that both hold changes afterwards. Throws `boc_bad_merkle`.
   */
  forAnotherReader({ openingsMax = Infinity }: Pick<BagOptions, 'openingsMax'> = {}): Bag {
    this.hashAll();
    return this.withOpenings(openingsMax);
  }

  /** The same cells for another reader in this thread, which has openings of its own. */
  withOpenings(openingsMax: number): Bag {
    return new Bag(this, this.#hashes, openingsMax);
  }

  /** The only root; `boc_bad_root` when there are several. */
  get root(): number {
    const [root] = this.roots;
    if (root === undefined || this.roots.length !== 1) {
      throw new BocError('boc_bad_root', 'The bag has not exactly one root', { rootCount: this.roots.length });
    }
    return root;
  }

  bitLength(cell: number): number {
    return this.table.bitLengths[this.#checked(cell)]!;
  }

  refCount(cell: number): number {
    return this.table.refCounts[this.#checked(cell)]!;
  }

  /** The cell number of a reference; `cell_underflow` when the cell has no reference at that position. */
  ref(cell: number, position: number): number {
    if (position < 0 || position >= this.refCount(cell)) {
      throw new BocError('cell_underflow', 'The cell has no such reference', { cell, position });
    }
    return this.table.refs[cell * cellRefsMax + position]!;
  }

  cellType(cell: number): CellType {
    return cellTypeName(this.table.types[this.#checked(cell)]!);
  }

  isExotic(cell: number): boolean {
    return this.table.types[this.#checked(cell)] !== ordinaryType;
  }

  isPruned(cell: number): boolean {
    return this.table.types[this.#checked(cell)] === prunedType;
  }

  levelMask(cell: number): number {
    return this.table.levelMasks[this.#checked(cell)]!;
  }

  /** The level of a cell, 0…3. */
  level(cell: number): number {
    return levelOf(this.levelMask(cell));
  }

  /**
   * The hash of a cell at a level; level 3, the default, is the representation hash. A view of 32 bytes into the bag's
   * table of hashes: read only. Computes what is missing below the cell; throws `boc_bad_merkle`.
   */
  hash(cell: number, level: number = levelMax): Uint8Array {
    const hashes = this.#hashes;
    if (!hashes.isKnown(this.#checked(cell))) hashes.ensure([cell]);
    // The table begins with its memory, and `subarray` would take twice as long.
    return new Uint8Array(hashes.bytes.buffer, hashes.offset(cell, level), hashBytes);
  }

  /** The representation hash as base64, without a view in between. */
  hashText(cell: number): string {
    const hashes = this.#hashes;
    if (!hashes.isKnown(this.#checked(cell))) hashes.ensure([cell]);
    const start = hashes.offset(cell, levelMax);
    return hashes.buffer.toString('base64', start, start + hashBytes);
  }

  /** The depth of a cell at a level. */
  depth(cell: number, level: number = levelMax): number {
    const { levelMasks, hashStart, depths } = this.table;
    return depths[hashStart[this.#checked(cell)]! + hashIndex(levelMasks[cell]!, level)]!;
  }

  /** Computes all hashes of the bag in batches. Throws `boc_bad_merkle`. */
  hashAll(): void {
    this.#hashes.ensureAll();
  }

  /** Computes the hashes of these cells and of everything below them in batches. Throws `boc_bad_merkle`. */
  hashUnder(cells: readonly number[]): void {
    for (const cell of cells) this.#checked(cell);
    this.#hashes.ensure(cells);
  }

  /** As `hashUnder`, for cells of several bags at once, which takes less time when each bag has few cells. */
  static hashTogether(asked: readonly { readonly bag: Bag; readonly cells: readonly number[] }[]): void {
    for (const { bag, cells } of asked) for (const cell of cells) bag.#checked(cell);
    BagHashes.ensureTogether(asked.map(({ bag, cells }) => ({ hashes: bag.#hashes, cells })));
  }

  /** All hashes in the order of the table, 32 bytes each, for writers of this package: right only after `hashUnder`. */
  get hashTable(): Uint8Array {
    return this.#hashes.bytes;
  }

  /** Writes trees of this bag, for functions of this package: right only for cells whose hashes are known. */
  get treeWriter(): TreeWriter {
    this.#treeWriter ??= new TreeWriter(this.table, this.#hashes.bytes, this.#hashes.knownCount);
    return this.#treeWriter;
  }

  /** The same cell on the heap; within a bag one cell number always gives the same object. */
  toCell(cell: number): Cell {
    this.#cells ??= new Map();
    return bagToCells(this.table, this.#checked(cell), this.#cells);
  }

  /** A cursor over an ordinary cell; `cell_exotic` on any other. */
  slice(cell: number): CellSlice {
    this.ensureOrdinary(cell);
    return new CellSlice(this, cell);
  }

  /** Throws `cell_exotic` for a cell that cannot be read as an ordinary one. */
  ensureOrdinary(cell: number): void {
    if (!this.isExotic(cell)) return;
    throw new BocError('cell_exotic', 'An exotic cell cannot be read as an ordinary one', {
      cell,
      type: this.cellType(cell),
    });
  }

  /** A cursor over the raw data of any cell, for loaders that know what an exotic cell holds. */
  exoticSlice(cell: number): CellSlice {
    return new CellSlice(this, this.#checked(cell));
  }

  /** Counts cells that are opened, for readers of this package; see `openingsMax`. Throws `boc_too_much_reading`. */
  countOpening(count = 1): void {
    this.#openingsLeft -= count;
    if (this.#openingsLeft >= 0) return;
    throw new BocError('boc_too_much_reading', 'The bag describes more than may be read of so few bytes', {
      byteLength: this.bytes.length,
    });
  }

  /** How often cells may still be opened. */
  get openingsLeft(): number {
    return this.#openingsLeft;
  }

  #checked(cell: number): number {
    if (cell >= 0 && cell < this.cellCount && Number.isInteger(cell)) return cell;
    throw new BocError('boc_no_such_cell', 'The bag has no such cell', { cell, cellCount: this.cellCount });
  }
}

function checkCrc(bytes: Uint8Array, offset: number): void {
  const stored =
    (bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)) >>> 0;
  const computed = crc32c(bytes, 0, offset);
  if (stored !== computed) {
    throw new BocError('boc_bad_crc', 'The checksum of the bag is wrong', { offset, stored, computed });
  }
}
