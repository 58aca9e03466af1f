import type { Cell } from '@tonriver/boc';
import type { Actor } from './actor.ts';

/** What a message is for: the policy's knowledge of what its receiver will do with it. */
export type Intent =
  /** Money, perhaps with a comment: taken and kept. */
  | { readonly type: 'pay' }
  /** An order to a wallet from outside: it sends these drafts. */
  | { readonly type: 'order'; readonly drafts: readonly MessageDraft[]; readonly failure: OrderFailure }
  | { readonly type: 'deploy' }
  /** The receiver ends with this exit code before it acts. */
  | { readonly type: 'fail'; readonly exitCode: number; readonly exitArgument: number | null }
  /** The receiver runs well, but its actions cannot be carried out. */
  | { readonly type: 'fail_action'; readonly resultCode: number }
  /** Too little money for any gas. */
  | { readonly type: 'starve' }
  | { readonly type: 'jetton_transfer'; readonly to: Actor; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'jetton_internal'; readonly from: Actor; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'jetton_burn'; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'nft_transfer'; readonly to: Actor; readonly queryId: bigint }
  /** Answers with what it got, less the fees. */
  | { readonly type: 'echo'; readonly body: Cell }
  /** Sends everything to its owner and goes away. */
  | { readonly type: 'destroy' }
  | { readonly type: 'bounced' };

/** How an order can go wrong inside the wallet. */
type OrderFailure = 'none' | 'action';

/** A message to be sent, before fees and lt are known. */
export type MessageDraft =
  | {
      readonly type: 'internal';
      readonly to: Actor;
      /** Nanograms; null: all that is left of the incoming message (`rest`) or of the account (`all`). */
      readonly grams: bigint | 'rest' | 'all';
      readonly extra: readonly { readonly currency: number; readonly amount: bigint }[];
      readonly bounce: boolean;
      readonly body: Cell;
      readonly withInit: boolean;
      readonly intent: Intent;
    }
  | { readonly type: 'external_out'; readonly topic: bigint; readonly body: Cell };
