import { Bag, BocError, Cell, CellBuilder, writeBag } from '@tonriver/boc';
import type { StackEntry } from '../stack-entry.ts';
import { TvmError } from '../tvm-error.ts';
import { stackLimits } from './stack-limits.ts';

const numberMin = -(2n ** 256n);
const numberMax = 2n ** 256n - 1n;
const tinyMin = -(2n ** 63n);
const tinyMax = 2n ** 63n - 1n;
const tupleLengthMax = 255;

/** The empty stack. */
const emptyStack = new CellBuilder().storeUint(0, 24).endCell();

/**
 * Writes arguments as `VmStack`, like the TVM: numbers of 64 bits in the short form, slices over their whole cell.
 * Works without recursion, within `stackLimits`. Throws `tvm_bad_stack` for an invalid argument (a continuation, a
 * number over 257 bits, a tuple over 255 items, a malformed bag), `tvm_stack_too_deep`, `tvm_stack_too_large`.
 */
function encodeStack(entries: readonly StackEntry[]): Cell {
  if (entries.length === 0) return emptyStack;
  try {
    const values = createWriter().builders(entries);
    // A VmStackList begins with the top, so the bottom is the deepest cell.
    let rest = Cell.empty;
    for (const value of values.slice(0, -1)) rest = new CellBuilder().storeRef(rest).storeBuilder(value).endCell();
    const top = values.at(-1)!;
    return new CellBuilder().storeUint(entries.length, 24).storeRef(rest).storeBuilder(top).endCell();
  } catch (error) {
    throw reported(error);
  }
}

/** Writes arguments as `VmStack` in a bag of cells. */
export function encodeStackBoc(entries: readonly StackEntry[]): Uint8Array {
  return writeBag([encodeStack(entries)]);
}

/** Writes one `VmStackValue` as a bag of cells, the form of slot 13 of c7. */
export function encodeStackValueBoc(entry: StackEntry): Uint8Array {
  try {
    return writeBag([createWriter().builders([entry])[0]!.endCell()]);
  } catch (error) {
    throw reported(error);
  }
}

function reported(error: unknown): unknown {
  if (!(error instanceof BocError)) return error;
  if (error.code === 'boc_too_deep') {
    return new TvmError('tvm_stack_too_deep', 'The arguments need deeper cells than there are', {}, { cause: error });
  }
  return new TvmError('tvm_bad_stack', 'An argument holds no bag of cells with one root', {}, { cause: error });
}

/** A tuple whose items are being written; the last frame is the innermost. */
interface Frame {
  readonly items: readonly StackEntry[];
  readonly written: CellBuilder[];
}

interface Writer {
  builders(entries: readonly StackEntry[]): readonly CellBuilder[];
}

function createWriter(): Writer {
  let entriesLeft: number = stackLimits.entriesMax;
  let bytesLeft: number = stackLimits.bytesMax;
  const cellOf = (boc: Uint8Array): Cell => {
    bytesLeft -= boc.length;
    if (bytesLeft < 0) throw tooLarge({ bytesMax: stackLimits.bytesMax });
    const bag = Bag.parse(boc);
    if (bag.level(bag.root) !== 0) throw new TvmError('tvm_bad_stack', 'An argument is part of a proof');
    return bag.toCell(bag.root);
  };
  return {
    builders: (entries) => {
      const frames: Frame[] = [{ items: entries, written: [] }];
      for (;;) {
        const frame = frames.at(-1)!;
        const entry = frame.items[frame.written.length];
        if (entry === undefined) {
          if (frames.length === 1) return frame.written;
          frames.pop();
          frames.at(-1)!.written.push(tupleBuilder(frame.written));
          continue;
        }
        if (entriesLeft-- === 0) throw tooLarge({ entriesMax: stackLimits.entriesMax });
        if (entry.type !== 'tuple') frame.written.push(simpleBuilder(entry, cellOf));
        else frames.push(openTuple(entry.items, frames.length));
      }
    },
  };
}

function openTuple(items: readonly StackEntry[], depth: number): Frame {
  if (depth > stackLimits.depthMax) {
    throw new TvmError('tvm_stack_too_deep', 'The arguments have too many tuples inside each other', {
      depthMax: stackLimits.depthMax,
    });
  }
  if (items.length > tupleLengthMax) {
    throw new TvmError('tvm_bad_stack', 'A tuple holds at most 255 items', { length: items.length });
  }
  return { items, written: [] };
}

function simpleBuilder(
  entry: Exclude<StackEntry, { readonly type: 'tuple' }>,
  cellOf: (boc: Uint8Array) => Cell,
): CellBuilder {
  const builder = new CellBuilder();
  switch (entry.type) {
    case 'null':
      return builder.storeUint(0x00, 8);
    case 'nan':
      return builder.storeUint(0x02ff, 16);
    case 'number':
      return storeNumber(builder, entry.value);
    case 'cell':
      return builder.storeUint(0x03, 8).storeRef(cellOf(entry.boc));
    case 'slice':
      return storeSlice(builder, cellOf(entry.boc));
    case 'builder':
      return builder.storeUint(0x05, 8).storeRef(cellOf(entry.boc));
    case 'continuation':
      throw new TvmError('tvm_bad_stack', 'A continuation cannot be an argument');
  }
}

function storeNumber(builder: CellBuilder, value: bigint): CellBuilder {
  if (value < numberMin || value > numberMax) {
    throw new TvmError('tvm_bad_stack', 'A number does not fit into 257 bits', { value });
  }
  if (value >= tinyMin && value <= tinyMax) return builder.storeUint(0x01, 8).storeInt(value, 64);
  return builder.storeUint(0x0200 >> 1, 15).storeInt(value, 257);
}

function storeSlice(builder: CellBuilder, cell: Cell): CellBuilder {
  if (cell.isExotic) throw new TvmError('tvm_bad_stack', 'A slice is over an ordinary cell', { type: cell.type });
  builder.storeUint(0x04, 8).storeRef(cell);
  return builder.storeUint(0, 10).storeUint(cell.bitLength, 10).storeUint(0, 3).storeUint(cell.refs.length, 3);
}

function tupleBuilder(items: readonly CellBuilder[]): CellBuilder {
  const builder = new CellBuilder().storeUint(0x07, 8).storeUint(items.length, 16);
  const cells = items.map((item) => item.endCell());
  let head: Cell | null = null;
  for (const [position, cell] of cells.entries()) {
    if (position === cells.length - 1) {
      if (head !== null) builder.storeRef(head);
      builder.storeRef(cell);
    } else if (head === null) {
      head = cell;
    } else {
      head = new CellBuilder().storeRef(head).storeRef(cell).endCell();
    }
  }
  return builder;
}

function tooLarge(fields: Record<string, number>): TvmError {
  return new TvmError('tvm_stack_too_large', 'The arguments are larger than allowed', fields);
}
