import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';

/** The virtual machine of a workchain's accounts, and the length of their addresses. */
export type WorkchainFormat =
  | { readonly type: 'basic'; readonly vmVersion: number; readonly vmMode: bigint }
  | {
      readonly type: 'ext';
      readonly minAddressLength: number;
      readonly maxAddressLength: number;
      readonly addressLengthStep: number;
      readonly workchainTypeId: number;
    };

/**
 * Reads the format that the bit `basic` of the workchain announces:
 *
 * ```tlb
 * wfmt_basic#1 vm_version:int32 vm_mode:uint64 = WorkchainFormat 1;
 * wfmt_ext#0 min_addr_len:(## 12) max_addr_len:(## 12) addr_len_step:(## 12)
 *   { min_addr_len >= 64 } { min_addr_len <= max_addr_len }
 *   { max_addr_len <= 1023 } { addr_len_step <= 1023 }
 *   workchain_type_id:(## 32) { workchain_type_id >= 1 }
 *   = WorkchainFormat 0;
 * ```
 */
export function loadWorkchainFormat(slice: CellSlice, isBasic: boolean): WorkchainFormat {
  const tag = slice.loadUint(4);
  if (tag !== (isBasic ? 1 : 0)) throw badTag('WorkchainFormat', tag);
  if (isBasic) return { type: 'basic', vmVersion: slice.loadInt(32), vmMode: slice.loadUint64() };
  const format: WorkchainFormat = {
    type: 'ext',
    minAddressLength: slice.loadUint(12),
    maxAddressLength: slice.loadUint(12),
    addressLengthStep: slice.loadUint(12),
    workchainTypeId: slice.loadUint(32),
  };
  checkFormat(format);
  return format;
}

/** Writes what `loadWorkchainFormat` reads. */
export function storeWorkchainFormat(builder: CellBuilder, format: WorkchainFormat): void {
  checkFormat(format);
  if (format.type === 'basic') {
    builder.storeUint(1, 4).storeInt(format.vmVersion, 32).storeUint(format.vmMode, 64);
    return;
  }
  builder.storeUint(0, 4).storeUint(format.minAddressLength, 12).storeUint(format.maxAddressLength, 12);
  builder.storeUint(format.addressLengthStep, 12).storeUint(format.workchainTypeId, 32);
}

function checkFormat(format: WorkchainFormat): void {
  if (format.type === 'basic') return;
  const { minAddressLength, maxAddressLength, addressLengthStep, workchainTypeId } = format;
  if (minAddressLength < 64 || minAddressLength > maxAddressLength) {
    throw badValue('WorkchainFormat', 'min_addr_len', minAddressLength);
  }
  if (maxAddressLength > 1023) throw badValue('WorkchainFormat', 'max_addr_len', maxAddressLength);
  if (addressLengthStep > 1023) throw badValue('WorkchainFormat', 'addr_len_step', addressLengthStep);
  if (workchainTypeId === 0) throw badValue('WorkchainFormat', 'workchain_type_id', workchainTypeId);
}
