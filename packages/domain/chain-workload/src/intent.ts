import type { Cell } from '@tonriver/boc';
import type { Actor } from './actor.ts';

/** The purpose of a message: what its receiver will do. */
export type Intent =
  /** The receiver keeps the money. */
  | { readonly type: 'pay' }
  /** The external message of a wallet: it sends these drafts. */
  | { readonly type: 'order'; readonly drafts: readonly MessageDraft[]; readonly failure: OrderFailure }
  | { readonly type: 'deploy' }
  /** The compute phase ends with this exit code. */
  | { readonly type: 'fail'; readonly exitCode: number; readonly exitArgument: number | null }
  /** The compute phase succeeds, but the action phase fails. */
  | { readonly type: 'fail_action'; readonly resultCode: number }
  /** Too little money for any gas. */
  | { readonly type: 'starve' }
  | { readonly type: 'jetton_transfer'; readonly to: Actor; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'jetton_internal'; readonly from: Actor; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'jetton_burn'; readonly amount: bigint; readonly queryId: bigint }
  | { readonly type: 'nft_transfer'; readonly to: Actor; readonly queryId: bigint }
  /** The receiver returns the value, less fees. */
  | { readonly type: 'echo'; readonly body: Cell }
  /** The receiver sends its whole balance to its owner and is deleted. */
  | { readonly type: 'destroy' }
  | { readonly type: 'bounced' };

/** Failure of an order inside the wallet. */
type OrderFailure = 'none' | 'action';

/** A message before its fees and lt are known. */
export type MessageDraft =
  | {
      readonly type: 'internal';
      readonly to: Actor;
      /** Nanograms; `rest`: the rest of the incoming value; `all`: the whole balance. */
      readonly grams: bigint | 'rest' | 'all';
      readonly extra: readonly { readonly currency: number; readonly amount: bigint }[];
      readonly bounce: boolean;
      readonly body: Cell;
      readonly withInit: boolean;
      readonly intent: Intent;
    }
  | { readonly type: 'external_out'; readonly topic: bigint; readonly body: Cell };
