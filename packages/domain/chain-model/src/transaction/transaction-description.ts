import type { ActionPhase } from './action-phase.ts';
import type { BouncePhase } from './bounce-phase.ts';
import type { ComputePhase } from './compute-phase.ts';
import type { CreditPhase } from './credit-phase.ts';
import type { SplitMergeInfo } from './split-merge-info.ts';
import type { StoragePhase } from './storage-phase.ts';

/** Every field that one of the seven descriptions has; null where a description does not have it. */
interface DescriptionFields<C> {
  /** Credit came before storage. */
  readonly creditFirst: boolean | null;
  readonly storagePhase: StoragePhase | null;
  readonly creditPhase: CreditPhase | null;
  readonly computePhase: ComputePhase | null;
  readonly actionPhase: ActionPhase | null;
  readonly bouncePhase: BouncePhase | null;
  readonly aborted: boolean | null;
  readonly destroyed: boolean | null;
  readonly isTock: boolean | null;
  readonly splitInfo: SplitMergeInfo | null;
  /** The cell of the transaction that prepared this one: read it with `loadTransaction`. */
  readonly prepareTransaction: C | null;
  readonly installed: boolean | null;
}

/** The fields, of which the named ones are always null. */
type Without<Names extends keyof DescriptionFields<unknown>, C> = Omit<DescriptionFields<C>, Names> & {
  readonly [Name in Names]: null;
};

export interface OrdinaryDescription<C = number>
  extends Without<'isTock' | 'splitInfo' | 'prepareTransaction' | 'installed', C> {
  readonly type: 'ord';
  readonly creditFirst: boolean;
  readonly computePhase: ComputePhase;
  readonly aborted: boolean;
  readonly destroyed: boolean;
}

export interface StorageDescription<C = number>
  extends Without<Exclude<keyof DescriptionFields<C>, 'storagePhase'>, C> {
  readonly type: 'storage';
  readonly storagePhase: StoragePhase;
}

export interface TickTockDescription<C = number>
  extends Without<'creditFirst' | 'creditPhase' | 'bouncePhase' | 'splitInfo' | 'prepareTransaction' | 'installed', C> {
  readonly type: 'tick_tock';
  readonly isTock: boolean;
  readonly storagePhase: StoragePhase;
  readonly computePhase: ComputePhase;
  readonly aborted: boolean;
  readonly destroyed: boolean;
}

export interface SplitPrepareDescription<C = number>
  extends Without<'creditFirst' | 'creditPhase' | 'bouncePhase' | 'isTock' | 'prepareTransaction' | 'installed', C> {
  readonly type: 'split_prepare';
  readonly splitInfo: SplitMergeInfo;
  readonly computePhase: ComputePhase;
  readonly aborted: boolean;
  readonly destroyed: boolean;
}

export interface SplitInstallDescription<C = number>
  extends Without<Exclude<keyof DescriptionFields<C>, 'splitInfo' | 'prepareTransaction' | 'installed'>, C> {
  readonly type: 'split_install';
  readonly splitInfo: SplitMergeInfo;
  readonly prepareTransaction: C;
  readonly installed: boolean;
}

export interface MergePrepareDescription<C = number>
  extends Without<Exclude<keyof DescriptionFields<C>, 'splitInfo' | 'storagePhase' | 'aborted'>, C> {
  readonly type: 'merge_prepare';
  readonly splitInfo: SplitMergeInfo;
  readonly storagePhase: StoragePhase;
  readonly aborted: boolean;
}

export interface MergeInstallDescription<C = number>
  extends Without<'creditFirst' | 'bouncePhase' | 'isTock' | 'installed', C> {
  readonly type: 'merge_install';
  readonly splitInfo: SplitMergeInfo;
  readonly prepareTransaction: C;
  readonly computePhase: ComputePhase;
  readonly aborted: boolean;
  readonly destroyed: boolean;
}

/**
 * The kind of a transaction and the results of its phases. All seven kinds have the same fields, so that readers stay
 * monomorphic; `type` narrows which of them are there.
 */
export type TransactionDescription<C = number> =
  | OrdinaryDescription<C>
  | StorageDescription<C>
  | TickTockDescription<C>
  | SplitPrepareDescription<C>
  | SplitInstallDescription<C>
  | MergePrepareDescription<C>
  | MergeInstallDescription<C>;

/** A description with all fields absent, from which descriptions of one kind are made. */
export const absentDescriptionFields = {
  creditFirst: null,
  storagePhase: null,
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
} as const;
