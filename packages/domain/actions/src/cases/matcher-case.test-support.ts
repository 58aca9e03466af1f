import type { ActionType } from '../actions/action-types.ts';
import type { AccountInterfaces } from '../trace/interfaces.ts';
import { accountOf, body, type BodyBuilder } from './body-builder.test-support.ts';
import { type BuiltMessage, send } from './built-trace.test-support.ts';

/** A trace that one matcher must recognise, and what of it the matcher cannot do without. */
export interface MatcherCase {
  /** Name of the matcher. */
  readonly matcher: string;
  readonly sends: readonly BuiltMessage[];
  readonly accounts?: Readonly<Record<string, AccountInterfaces>>;
  readonly type: ActionType;
  /** Some details of the action. Names of accounts are addresses here: `addr('user')`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly isSuccess?: boolean;
  /** Names of messages: without one of them, or with another opcode, the matcher does not match. */
  readonly needs: readonly string[];
  /** Traces that are nearly the one that matches, where a message alone does not decide. */
  readonly misses?: readonly (readonly BuiltMessage[])[];
  /** Names of messages: when its receiver aborts, the action failed. */
  readonly failsWith?: readonly string[];
}

export const addr = accountOf;

/** A jetton transfer from wallet to wallet, with what the receiver sends after the notification. */
export function jettons(options: {
  readonly from: string;
  readonly wallet: string;
  readonly toWallet: string;
  readonly to: string;
  readonly amount?: bigint;
  readonly payload?: BodyBuilder;
  readonly sends?: readonly BuiltMessage[];
  readonly name?: string;
}): BuiltMessage {
  const { from, wallet, toWallet, to, amount = 100n, payload, sends = [], name } = options;
  const transfer = body(0x0f8a7ea5).query().coins(amount).to(to).to(from).maybe(null).coins(1n);
  const internal = body(0x178d4519).query().coins(amount).to(from).to(from).coins(1n);
  const notification = body(0x7362d09c).query().coins(amount).to(from);
  for (const one of [transfer, internal, notification]) {
    if (payload === undefined) one.nothing();
    else one.either(payload);
  }
  return send(wallet, transfer, [send(toWallet, internal, [send(to, notification, sends)])], { name });
}

/** The messages of a case by another opcode, without one, or with one that aborts. */
export function altered(
  sends: readonly BuiltMessage[],
  name: string,
  how: 'removed' | 'other opcode' | 'aborted',
): BuiltMessage[] {
  return sends.flatMap((message): BuiltMessage[] => {
    if (message.name !== name) return [{ ...message, sends: altered(message.sends, name, how) }];
    if (how === 'removed') return [];
    return [how === 'aborted' ? { ...message, isAborted: true } : { ...message, body: body(0x12345678) }];
  });
}
