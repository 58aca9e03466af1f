import type { Cell } from '@tonriver/boc';
import type { CurrencyCollection } from '@tonriver/chain-model';
import type { Actor } from './actor.ts';
import type { Intent } from './intent.ts';

/** What the policy remembers of an internal message while it is on its way. */
export interface MessageNote {
  readonly from: Actor;
  readonly to: Actor;
  readonly value: CurrencyCollection;
  readonly bounce: boolean;
  readonly bounced: boolean;
  readonly body: Cell;
  readonly hasInit: boolean;
  readonly lt: bigint;
  readonly intent: Intent;
}

/** Notes by message cell, for as long as the message is on its way. */
export type MessageNotes = Map<Cell, MessageNote>;
