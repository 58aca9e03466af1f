import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';

/** Configuration parameter 43: how large messages, libraries and accounts may become. */
export interface SizeLimitsConfig {
  readonly maxMessageBits: number;
  readonly maxMessageCells: number;
  readonly maxLibraryCells: number;
  readonly maxVmDataDepth: number;
  readonly maxExternalMessageSize: number;
  readonly maxExternalMessageDepth: number;
  /** Null in the first form. */
  readonly second: SizeLimitsSecondForm | null;
}

/**
 * The fields that the second form adds. Later versions of TON appended fields: a cell that ends before them has
 * null there, and then in all that follow.
 */
interface SizeLimitsSecondForm {
  readonly maxAccountStateCells: number;
  /** Called `max_acc_state_bits` in early versions of this form. */
  readonly maxMasterchainAccountStateCells: number;
  readonly maxAccountPublicLibraries: number;
  readonly deferOutQueueSizeLimit: number;
  readonly maxMessageExtraCurrencies: number | null;
  readonly maxAccountFixedPrefixLength: number | null;
  readonly accountStateCellsForStorageDictionary: number | null;
  /** `limit` null: the bit is there and means that there is no limit. */
  readonly maxTransactionLibraryLoads: { readonly limit: number | null } | null;
}

const tagFirst = 0x01;
const tagSecond = 0x02;

/**
 * Reads:
 *
 * ```tlb
 * size_limits_config#01 max_msg_bits:uint32 max_msg_cells:uint32 max_library_cells:uint32 max_vm_data_depth:uint16
 *   max_ext_msg_size:uint32 max_ext_msg_depth:uint16 = SizeLimitsConfig;
 * size_limits_config_v2#02 max_msg_bits:uint32 max_msg_cells:uint32 max_library_cells:uint32 max_vm_data_depth:uint16
 *   max_ext_msg_size:uint32 max_ext_msg_depth:uint16 max_acc_state_cells:uint32 max_mc_acc_state_cells:uint32
 *   max_acc_public_libraries:uint32 defer_out_queue_size_limit:uint32 max_msg_extra_currencies:uint32
 *   max_acc_fixed_prefix_length:uint8 acc_state_cells_for_storage_dict:uint32
 *   max_transaction_library_loads:(Maybe uint32) = SizeLimitsConfig;
 * _ SizeLimitsConfig = ConfigParam 43;
 * ```
 */
export function loadSizeLimitsConfig(slice: CellSlice): SizeLimitsConfig {
  const tag = slice.loadUint(8);
  if (tag !== tagFirst && tag !== tagSecond) throw badTag('SizeLimitsConfig', tag);
  return {
    maxMessageBits: slice.loadUint(32),
    maxMessageCells: slice.loadUint(32),
    maxLibraryCells: slice.loadUint(32),
    maxVmDataDepth: slice.loadUint(16),
    maxExternalMessageSize: slice.loadUint(32),
    maxExternalMessageDepth: slice.loadUint(16),
    second: tag === tagFirst ? null : loadSecondForm(slice),
  };
}

/** Writes what `loadSizeLimitsConfig` reads. */
export function storeSizeLimitsConfig(builder: CellBuilder, value: SizeLimitsConfig): void {
  builder.storeUint(value.second === null ? tagFirst : tagSecond, 8);
  builder.storeUint(value.maxMessageBits, 32).storeUint(value.maxMessageCells, 32);
  builder.storeUint(value.maxLibraryCells, 32).storeUint(value.maxVmDataDepth, 16);
  builder.storeUint(value.maxExternalMessageSize, 32).storeUint(value.maxExternalMessageDepth, 16);
  if (value.second !== null) storeSecondForm(builder, value.second);
}

function loadSecondForm(slice: CellSlice): SizeLimitsSecondForm {
  const hasMore = (): boolean => slice.remainingBits > 0;
  return {
    maxAccountStateCells: slice.loadUint(32),
    maxMasterchainAccountStateCells: slice.loadUint(32),
    maxAccountPublicLibraries: slice.loadUint(32),
    deferOutQueueSizeLimit: slice.loadUint(32),
    maxMessageExtraCurrencies: hasMore() ? slice.loadUint(32) : null,
    maxAccountFixedPrefixLength: hasMore() ? slice.loadUint(8) : null,
    accountStateCellsForStorageDictionary: hasMore() ? slice.loadUint(32) : null,
    maxTransactionLibraryLoads: hasMore() ? { limit: slice.loadBit() ? slice.loadUint(32) : null } : null,
  };
}

function storeSecondForm(builder: CellBuilder, value: SizeLimitsSecondForm): void {
  builder.storeUint(value.maxAccountStateCells, 32).storeUint(value.maxMasterchainAccountStateCells, 32);
  builder.storeUint(value.maxAccountPublicLibraries, 32).storeUint(value.deferOutQueueSizeLimit, 32);
  const later = [
    value.maxMessageExtraCurrencies,
    value.maxAccountFixedPrefixLength,
    value.accountStateCellsForStorageDictionary,
    value.maxTransactionLibraryLoads,
  ];
  const end = later.indexOf(null);
  if (end >= 0 && later.slice(end).some((field) => field !== null)) {
    throw badValue('SizeLimitsConfig', 'fields behind an absent one');
  }
  if (value.maxMessageExtraCurrencies !== null) builder.storeUint(value.maxMessageExtraCurrencies, 32);
  if (value.maxAccountFixedPrefixLength !== null) builder.storeUint(value.maxAccountFixedPrefixLength, 8);
  if (value.accountStateCellsForStorageDictionary !== null) {
    builder.storeUint(value.accountStateCellsForStorageDictionary, 32);
  }
  if (value.maxTransactionLibraryLoads === null) return;
  const { limit } = value.maxTransactionLibraryLoads;
  builder.storeBit(limit !== null);
  if (limit !== null) builder.storeUint(limit, 32);
}
