import type { Cell } from '@tonriver/boc';
import type { CurrencyCollection } from '@tonriver/chain-model';
import type { Actor } from './actor.ts';
import type { Intent } from './intent.ts';

/** Data about an internal message on its way that the message itself does not contain. */
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

/** Notes of the messages on their way, by `hashKey` of the message. */
export type MessageNotes = Map<string, MessageNote>;
