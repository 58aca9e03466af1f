import type { Cell } from '@tonriver/boc';
import type { AccountStatus, ActionPhase, BouncePhase, ComputePhase, StoragePhase } from '@tonriver/chain-model';
import type { OpenBlock, Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { MessageDraft } from './intent.ts';
import type { MessageNote, MessageNotes } from './message-note.ts';

/** The cause of a transaction. */
export type Trigger =
  | { readonly type: 'internal'; readonly cell: Cell; readonly note: MessageNote }
  | { readonly type: 'external_in'; readonly cell: Cell }
  | { readonly type: 'tick_tock'; readonly isTock: boolean };

/** The result of running a contract. */
export interface Performance {
  readonly exitCode: number;
  readonly exitArgument: number | null;
  readonly gasUsed: number;
  readonly drafts: readonly MessageDraft[];
  /** The contract's data after the run. */
  readonly newData: Cell;
  /** The result code of a failed action phase; null when it succeeds. */
  readonly actionFailure: number | null;
  /** True if the account is deleted. */
  readonly destroys: boolean;
}

/** One transaction to invent. */
export interface Execution {
  readonly block: OpenBlock;
  readonly actor: Actor;
  readonly trigger: Trigger;
  readonly performance: Performance;
  readonly notes: MessageNotes;
  readonly random: Random;
}

/** The phases of a transaction. */
export interface Phases {
  readonly storage: StoragePhase;
  readonly compute: ComputePhase;
  readonly action: ActionPhase | null;
  readonly bounce: BouncePhase | null;
}

/** The result of a transaction, for counting. */
export interface ExecutionSummary {
  readonly before: AccountStatus;
  readonly after: AccountStatus;
  readonly compute: ComputePhase;
  readonly hasActionFailure: boolean;
  readonly hasBounced: boolean;
  readonly storageDue: boolean;
}
