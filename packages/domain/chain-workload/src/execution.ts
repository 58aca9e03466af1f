import type { Cell } from '@tonriver/boc';
import type { AccountStatus, ActionPhase, BouncePhase, ComputePhase, StoragePhase } from '@tonriver/chain-model';
import type { OpenBlock, Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { MessageDraft } from './intent.ts';
import type { MessageNote, MessageNotes } from './message-note.ts';

/** What starts a transaction. */
export type Trigger =
  | { readonly type: 'internal'; readonly cell: Cell; readonly note: MessageNote }
  | { readonly type: 'external_in'; readonly cell: Cell }
  | { readonly type: 'tick_tock'; readonly isTock: boolean };

/** What the contract does when it runs. */
export interface Performance {
  readonly exitCode: number;
  readonly exitArgument: number | null;
  readonly gasUsed: number;
  readonly drafts: readonly MessageDraft[];
  /** The contract's data afterwards. */
  readonly newData: Cell;
  /** The result code of actions that fail; null when they succeed. */
  readonly actionFailure: number | null;
  /** The account is deleted with its last message. */
  readonly destroys: boolean;
}

/** One transaction to be made up. */
export interface Execution {
  readonly block: OpenBlock;
  readonly actor: Actor;
  readonly trigger: Trigger;
  readonly performance: Performance;
  readonly notes: MessageNotes;
  readonly random: Random;
}

/** The phases of a transaction as they came out. */
export interface Phases {
  readonly storage: StoragePhase;
  readonly compute: ComputePhase;
  readonly action: ActionPhase | null;
  readonly bounce: BouncePhase | null;
}

/** How a transaction ended, for counting. */
export interface ExecutionSummary {
  readonly before: AccountStatus;
  readonly after: AccountStatus;
  readonly compute: ComputePhase;
  readonly hasActionFailure: boolean;
  readonly hasBounced: boolean;
  readonly storageDue: boolean;
}
