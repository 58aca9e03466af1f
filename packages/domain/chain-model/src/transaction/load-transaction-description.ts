import type { CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import { closeReference } from '../primitives/reference.ts';
import { type ActionPhase, loadActionPhase } from './action-phase.ts';
import { loadBouncePhase } from './bounce-phase.ts';
import { loadComputePhase } from './compute-phase.ts';
import { type CreditPhase, loadCreditPhase } from './credit-phase.ts';
import { loadSplitMergeInfo } from './split-merge-info.ts';
import { loadStoragePhase, type StoragePhase } from './storage-phase.ts';
import type {
  MergeInstallDescription,
  MergePrepareDescription,
  OrdinaryDescription,
  SplitInstallDescription,
  SplitPrepareDescription,
  StorageDescription,
  TickTockDescription,
  TransactionDescription,
} from './transaction-description.ts';

/** Of an ordinary description. */
export const ordinaryTag = 0b0000;

/**
 * Reads:
 *
 * ```tlb
 * trans_ord$0000 credit_first:Bool
 *   storage_ph:(Maybe TrStoragePhase)
 *   credit_ph:(Maybe TrCreditPhase)
 *   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)
 *   aborted:Bool bounce:(Maybe TrBouncePhase)
 *   destroyed:Bool = TransactionDescr;
 * trans_storage$0001 storage_ph:TrStoragePhase = TransactionDescr;
 * trans_tick_tock$001 is_tock:Bool storage_ph:TrStoragePhase
 *   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)
 *   aborted:Bool destroyed:Bool = TransactionDescr;
 * trans_split_prepare$0100 split_info:SplitMergeInfo
 *   storage_ph:(Maybe TrStoragePhase)
 *   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)
 *   aborted:Bool destroyed:Bool = TransactionDescr;
 * trans_split_install$0101 split_info:SplitMergeInfo
 *   prepare_transaction:^Transaction
 *   installed:Bool = TransactionDescr;
 * trans_merge_prepare$0110 split_info:SplitMergeInfo
 *   storage_ph:TrStoragePhase aborted:Bool = TransactionDescr;
 * trans_merge_install$0111 split_info:SplitMergeInfo
 *   prepare_transaction:^Transaction
 *   storage_ph:(Maybe TrStoragePhase)
 *   credit_ph:(Maybe TrCreditPhase)
 *   compute_ph:TrComputePhase action:(Maybe ^TrActionPhase)
 *   aborted:Bool destroyed:Bool = TransactionDescr;
 * ```
 *
 * `prepare_transaction` stays a cell number, which also bounds the nesting that a hostile cell can ask for.
 */
export function loadTransactionDescription(slice: CellSlice): TransactionDescription {
  const head = slice.loadUint(3);
  if (head === 0b001) return loadTickTockDescription(slice);
  const tag = head * 2 + (slice.loadBit() ? 1 : 0);
  switch (tag) {
    case ordinaryTag:
      return loadOrdinary(slice);
    case 0b0001:
      return loadStorageOnly(slice);
    case 0b0100:
      return loadSplitPrepare(slice);
    case 0b0101:
      return loadSplitInstall(slice);
    case 0b0110:
      return loadMergePrepare(slice);
    case 0b0111:
      return loadMergeInstall(slice);
    default:
      throw badTag('TransactionDescr', tag);
  }
}

function loadMaybeStorage(slice: CellSlice): StoragePhase | null {
  return slice.loadBit() ? loadStoragePhase(slice) : null;
}

function loadMaybeCredit(slice: CellSlice): CreditPhase | null {
  return slice.loadBit() ? loadCreditPhase(slice) : null;
}

function loadMaybeAction(slice: CellSlice): ActionPhase | null {
  if (!slice.loadBit()) return null;
  const child = slice.loadRefSlice();
  const phase = loadActionPhase(child);
  closeReference(slice, child, 'TrActionPhase');
  return phase;
}

/*
 * Fields are read in the order of the bits into constants where that order differs from the order of the object's
 * fields: the objects of all seven kinds must have one shape.
 */

function loadOrdinary(slice: CellSlice): OrdinaryDescription {
  const creditFirst = slice.loadBit();
  const storagePhase = loadMaybeStorage(slice);
  const creditPhase = loadMaybeCredit(slice);
  const computePhase = loadComputePhase(slice);
  const actionPhase = loadMaybeAction(slice);
  const aborted = slice.loadBit();
  const bouncePhase = slice.loadBit() ? loadBouncePhase(slice) : null;
  return {
    type: 'ord',
    creditFirst,
    storagePhase,
    creditPhase,
    computePhase,
    actionPhase,
    bouncePhase,
    aborted,
    destroyed: slice.loadBit(),
    isTock: null,
    splitInfo: null,
    prepareTransaction: null,
    installed: null,
  };
}

function loadStorageOnly(slice: CellSlice): StorageDescription {
  return {
    type: 'storage',
    creditFirst: null,
    storagePhase: loadStoragePhase(slice),
    creditPhase: null,
    computePhase: null,
    actionPhase: null,
    bouncePhase: null,
    aborted: null,
    destroyed: null,
    isTock: null,
    splitInfo: null,
    prepareTransaction: null,
    installed: null,
  };
}

function loadTickTockDescription(slice: CellSlice): TickTockDescription {
  const isTock = slice.loadBit();
  return {
    type: 'tick_tock',
    creditFirst: null,
    storagePhase: loadStoragePhase(slice),
    creditPhase: null,
    computePhase: loadComputePhase(slice),
    actionPhase: loadMaybeAction(slice),
    bouncePhase: null,
    aborted: slice.loadBit(),
    destroyed: slice.loadBit(),
    isTock,
    splitInfo: null,
    prepareTransaction: null,
    installed: null,
  };
}

function loadSplitPrepare(slice: CellSlice): SplitPrepareDescription {
  const splitInfo = loadSplitMergeInfo(slice);
  return {
    type: 'split_prepare',
    creditFirst: null,
    storagePhase: loadMaybeStorage(slice),
    creditPhase: null,
    computePhase: loadComputePhase(slice),
    actionPhase: loadMaybeAction(slice),
    bouncePhase: null,
    aborted: slice.loadBit(),
    destroyed: slice.loadBit(),
    isTock: null,
    splitInfo,
    prepareTransaction: null,
    installed: null,
  };
}

function loadSplitInstall(slice: CellSlice): SplitInstallDescription {
  return {
    type: 'split_install',
    creditFirst: null,
    storagePhase: null,
    creditPhase: null,
    computePhase: null,
    actionPhase: null,
    bouncePhase: null,
    aborted: null,
    destroyed: null,
    isTock: null,
    splitInfo: loadSplitMergeInfo(slice),
    prepareTransaction: slice.loadRef(),
    installed: slice.loadBit(),
  };
}

function loadMergePrepare(slice: CellSlice): MergePrepareDescription {
  const splitInfo = loadSplitMergeInfo(slice);
  return {
    type: 'merge_prepare',
    creditFirst: null,
    storagePhase: loadStoragePhase(slice),
    creditPhase: null,
    computePhase: null,
    actionPhase: null,
    bouncePhase: null,
    aborted: slice.loadBit(),
    destroyed: null,
    isTock: null,
    splitInfo,
    prepareTransaction: null,
    installed: null,
  };
}

function loadMergeInstall(slice: CellSlice): MergeInstallDescription {
  const splitInfo = loadSplitMergeInfo(slice);
  const prepareTransaction = slice.loadRef();
  return {
    type: 'merge_install',
    creditFirst: null,
    storagePhase: loadMaybeStorage(slice),
    creditPhase: loadMaybeCredit(slice),
    computePhase: loadComputePhase(slice),
    actionPhase: loadMaybeAction(slice),
    bouncePhase: null,
    aborted: slice.loadBit(),
    destroyed: slice.loadBit(),
    isTock: null,
    splitInfo,
    prepareTransaction,
    installed: null,
  };
}
