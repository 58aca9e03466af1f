import { Bag, BocError, CellBuilder, type CellSlice, serializeTree, writeBag } from '@tonriver/boc';
import type { StackEntry } from '../stack-entry.ts';
import { TvmError } from '../tvm-error.ts';
import { stackLimits } from './stack-limits.ts';

const int257Bits = 257;
/** The seven bits after the first byte of `vm_stk_int#0201_`; those of `vm_stk_nan#02ff` differ. */
const intTag = 0x00;
const nanTag = 0x7f;

/**
 * Reads a stack; the last entry is its top. Works without recursion. `stackLimits` bound time and memory, also when
 * cells are shared. Throws `tvm_bad_stack`, `tvm_stack_too_deep`, `tvm_stack_too_large`.
 *
 * ```tlb
 * vm_stack#_ depth:(## 24) stack:(VmStackList depth) = VmStack;
 * vm_stk_cons#_ {n:#} rest:^(VmStackList n) tos:VmStackValue = VmStackList (n + 1);
 * vm_stk_nil#_ = VmStackList 0;
 * ```
 */
export function decodeStack(stackBoc: Uint8Array): StackEntry[] {
  return reporting(() => {
    const reader = createReader(stackBoc);
    const slice = reader.bag.slice(reader.bag.root);
    const length = slice.loadUint(24);
    if (length > stackLimits.entriesMax) throw tooLarge({ entries: length });
    const entries: StackEntry[] = Array.from({ length });
    let rest = slice;
    for (let position = length - 1; position >= 0; position--) {
      const next = rest.loadRef();
      reader.add({ slice: rest, into: entries, position, depth: 0 });
      rest = reader.bag.slice(next);
    }
    reader.finish();
    return entries;
  });
}

/** Reads one `VmStackValue` from a bag of cells, within the same bounds. */
export function decodeStackValue(valueBoc: Uint8Array): StackEntry {
  return reporting(() => {
    const reader = createReader(valueBoc);
    const into: StackEntry[] = [];
    reader.add({ slice: reader.bag.slice(reader.bag.root), into, position: 0, depth: 0 });
    reader.finish();
    return into[0]!;
  });
}

function reporting<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BocError)) throw error;
    throw new TvmError('tvm_bad_stack', 'The bytes are no stack', {}, { cause: error });
  }
}

/** A value that is still to be read, with its place in the result. */
interface Task {
  readonly slice: CellSlice;
  readonly into: StackEntry[];
  readonly position: number;
  readonly depth: number;
}

interface Reader {
  readonly bag: Bag;
  add(task: Task): void;
  finish(): void;
}

function createReader(boc: Uint8Array): Reader {
  if (boc.length > stackLimits.bytesMax) throw tooLarge({ bytes: boc.length });
  const bag = Bag.parse(boc);
  const tasks: Task[] = [];
  let entriesLeft: number = stackLimits.entriesMax;
  let bytesLeft: number = stackLimits.bytesMax;
  const add = (task: Task): void => {
    if (entriesLeft-- === 0) throw tooLarge({ entriesMax: stackLimits.entriesMax });
    tasks.push(task);
  };
  const counted = (bytes: Uint8Array): Uint8Array => {
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw tooLarge({ bytesMax: stackLimits.bytesMax });
    return bytes;
  };
  const read = ({ slice, depth }: Task): StackEntry => {
    const tag = slice.loadUint(8);
    switch (tag) {
      case 0x00:
        return { type: 'null' };
      case 0x01:
        return { type: 'number', value: slice.loadIntBig(64) };
      case 0x02:
        return readInteger(slice);
      case 0x03:
        return { type: 'cell', boc: counted(serializeTree(bag, slice.loadRef())) };
      case 0x04:
        return { type: 'slice', boc: counted(readSlice(slice)) };
      case 0x05:
        return { type: 'builder', boc: counted(serializeTree(bag, slice.loadRef())) };
      case 0x06:
        return { type: 'continuation' };
      case 0x07:
        return readTuple(slice, depth, add);
      default:
        throw new TvmError('tvm_bad_stack', 'A stack value has an unknown tag', { tag });
    }
  };
  return {
    bag,
    add,
    finish: () => {
      for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) task.into[task.position] = read(task);
    },
  };
}

function readInteger(slice: CellSlice): StackEntry {
  const tag = slice.loadUint(7);
  if (tag === intTag) return { type: 'number', value: slice.loadIntBig(int257Bits) };
  if (tag === nanTag) return { type: 'nan' };
  throw new TvmError('tvm_bad_stack', 'A number on the stack has an unknown tag', { tag });
}

/**
 * `_ cell:^Cell st_bits:(## 10) end_bits:(## 10) { st_bits <= end_bits } st_ref:(#<= 4) end_ref:(#<= 4)
 * { st_ref <= end_ref } = VmCellSlice;`
 */
function readSlice(slice: CellSlice): Uint8Array {
  const { bag } = slice;
  const content = bag.exoticSlice(slice.loadRef());
  const [bitStart, bitEnd] = [slice.loadUint(10), slice.loadUint(10)];
  const [refStart, refEnd] = [slice.loadUint(3), slice.loadUint(3)];
  if (bitStart > bitEnd || refStart > refEnd) {
    throw new TvmError('tvm_bad_stack', 'A slice on the stack ends before it begins', { bitStart, bitEnd });
  }
  content.skipBits(bitStart);
  const builder = new CellBuilder().storeBits(content.loadBits(bitEnd - bitStart), bitEnd - bitStart);
  content.skipRefs(refStart);
  for (let ref = refStart; ref < refEnd; ref++) builder.storeRef(bag.toCell(content.loadRef()));
  return writeBag([builder.endCell()]);
}

/**
 * ```tlb
 * vm_tupref_nil$_ = VmTupleRef 0;
 * vm_tupref_single$_ entry:^VmStackValue = VmTupleRef 1;
 * vm_tupref_any$_ {n:#} ref:^(VmTuple (n + 2)) = VmTupleRef (n + 2);
 * vm_tuple_nil$_ = VmTuple 0;
 * vm_tuple_tcons$_ {n:#} head:(VmTupleRef n) tail:^VmStackValue = VmTuple (n + 1);
 * vm_stk_tuple#07 len:(## 16) data:(VmTuple len) = VmStackValue;
 * ```
 */
function readTuple(slice: CellSlice, depth: number, add: (task: Task) => void): StackEntry {
  if (depth >= stackLimits.depthMax) {
    throw new TvmError('tvm_stack_too_deep', 'A stack has too many tuples inside each other', {
      depthMax: stackLimits.depthMax,
    });
  }
  const { bag } = slice;
  const length = slice.loadUint(16);
  const items: StackEntry[] = Array.from({ length });
  const addItem = (cell: number, position: number): void =>
    add({ slice: bag.slice(cell), into: items, position, depth: depth + 1 });
  let node = slice;
  for (let left = length; left > 0; left--) {
    const head = left > 1 ? node.loadRef() : null;
    addItem(node.loadRef(), left - 1);
    if (head === null) break;
    if (left === 2) {
      addItem(head, 0);
      break;
    }
    node = bag.slice(head);
  }
  return { type: 'tuple', items };
}

function tooLarge(fields: Record<string, number>): TvmError {
  return new TvmError('tvm_stack_too_large', 'A stack is larger than allowed', fields);
}
