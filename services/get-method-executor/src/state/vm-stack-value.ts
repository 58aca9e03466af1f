import { type Cell, CellBuilder, writeBag } from '@tonriver/boc';

/** A value for c7; only the kinds that previous blocks need. */
export type StackValue = bigint | null | readonly StackValue[];

/**
 * Writes a value as the TVM's own serialiser does.
 *
 * ```tlb
 * vm_stk_null#00 = VmStackValue;
 * vm_stk_tinyint#01 value:int64 = VmStackValue;
 * vm_stk_int#0201_ value:int257 = VmStackValue;
 * vm_stk_tuple#07 len:(## 16) data:(VmTuple len) = VmStackValue;
 * vm_tupref_nil$_ = VmTupleRef 0;
 * vm_tupref_single$_ entry:^VmStackValue = VmTupleRef 1;
 * vm_tupref_any$_ {n:#} ref:^(VmTuple (n + 2)) = VmTupleRef (n + 2);
 * vm_tuple_nil$_ = VmTuple 0;
 * vm_tuple_tcons$_ {n:#} head:(VmTupleRef n) tail:^VmStackValue = VmTuple (n + 1);
 * ```
 */
export function stackValueBoc(value: StackValue): Uint8Array {
  return writeBag([stackValueCell(value)]);
}

const INT64_LIMIT = 1n << 63n;

function stackValueCell(value: StackValue): Cell {
  const builder = new CellBuilder();
  if (value === null) return builder.storeUint(0, 8).endCell();
  if (typeof value === 'bigint') {
    if (-INT64_LIMIT <= value && value < INT64_LIMIT) return builder.storeUint(1, 8).storeInt(value, 64).endCell();
    return builder
      .storeUint(0x0200 >> 1, 15)
      .storeInt(value, 257)
      .endCell();
  }
  builder.storeUint(7, 8).storeUint(value.length, 16);
  storeTuple(builder, value.map(stackValueCell), value.length);
  return builder.endCell();
}

/** `VmTuple length` over the first entries. */
function storeTuple(builder: CellBuilder, entries: readonly Cell[], length: number): void {
  const last = entries[length - 1];
  if (last === undefined) return;
  const head = entries[length - 2];
  if (length === 2 && head !== undefined) builder.storeRef(head);
  if (length > 2) {
    const rest = new CellBuilder();
    storeTuple(rest, entries, length - 1);
    builder.storeRef(rest.endCell());
  }
  builder.storeRef(last);
}
