/**
 * One entry of a TVM stack. Bags have one root; a slice is given as a cell of its own that holds its remaining bits and
 * references. Lists are what the TVM makes of them: nested pairs that end in null.
 *
 * ```tlb
 * vm_stk_null#00 = VmStackValue;
 * vm_stk_tinyint#01 value:int64 = VmStackValue;
 * vm_stk_int#0201_ value:int257 = VmStackValue;
 * vm_stk_nan#02ff = VmStackValue;
 * vm_stk_cell#03 cell:^Cell = VmStackValue;
 * vm_stk_slice#04 _:VmCellSlice = VmStackValue;
 * vm_stk_builder#05 cell:^Cell = VmStackValue;
 * vm_stk_cont#06 cont:VmCont = VmStackValue;
 * vm_stk_tuple#07 len:(## 16) data:(VmTuple len) = VmStackValue;
 * ```
 */
export type StackEntry =
  | { readonly type: 'null' }
  | { readonly type: 'nan' }
  /** −2^256 … 2^256 − 1. */
  | { readonly type: 'number'; readonly value: bigint }
  | { readonly type: 'cell' | 'slice' | 'builder'; readonly boc: Uint8Array }
  | { readonly type: 'tuple'; readonly items: readonly StackEntry[] }
  /** In results only: as an argument it is refused with `tvm_bad_stack`. */
  | { readonly type: 'continuation' };
