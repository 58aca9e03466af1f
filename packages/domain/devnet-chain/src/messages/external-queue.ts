import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';
import type { ExternalMessage } from './external-message.ts';

/** A message that was accepted and is in no block yet. */
export interface WaitingMessage extends ExternalMessage {
  /** Grows from message to message. */
  readonly position: number;
  /** Seconds since 1970 by the chain's clock. */
  readonly acceptedAt: number;
}

export interface QueueBounds {
  readonly messagesMax: number;
  readonly messagesPerAccountMax: number;
}

/** The accepted messages in the order of their acceptance, bounded in all and for each account. */
export interface ExternalQueue {
  readonly size: number;
  has(message: Pick<ExternalMessage, 'hash'>): boolean;
  /** @throws {DevnetChainError} `queue_full` when there is no room for a message to this account */
  ensureRoom(message: Pick<ExternalMessage, 'account'>): void;
  /** Adds a message. Also takes messages beyond the bounds, which were accepted before a restart with other bounds. */
  add(message: WaitingMessage): void;
  /**
   * Notes that the newest state has what came of a message. It waits for its account no longer, and counts as a message
   * of the queue until it is removed.
   */
  settle(message: Pick<ExternalMessage, 'hash'>): void;
  remove(message: Pick<ExternalMessage, 'hash'>): void;
  /** The messages that wait for an account, the oldest first. */
  waitingFor(account: ExternalMessage['account']): readonly WaitingMessage[];
  /** All messages, the oldest first. Messages that are added meanwhile may be left out. */
  all(): Iterable<WaitingMessage>;
}

export function createExternalQueue({ messagesMax, messagesPerAccountMax }: QueueBounds): ExternalQueue {
  const messages = new Map<string, WaitingMessage>();
  const byAccount = new Map<string, WaitingMessage[]>();
  const settle: ExternalQueue['settle'] = ({ hash }) => {
    const message = messages.get(hashToHex(hash));
    if (message === undefined) return;
    const address = formatAccountAddress(message.account);
    const rest = byAccount.get(address)?.filter((other) => other !== message) ?? [];
    if (rest.length === 0) byAccount.delete(address);
    else byAccount.set(address, rest);
  };
  return {
    get size() {
      return messages.size;
    },
    has: ({ hash }) => messages.has(hashToHex(hash)),
    ensureRoom({ account }) {
      const address = formatAccountAddress(account);
      if (messages.size >= messagesMax) throw queueFull('Too many messages wait', {});
      if ((byAccount.get(address)?.length ?? 0) < messagesPerAccountMax) return;
      throw queueFull('Too many messages wait for this account', { account: address });
    },
    add(message) {
      const key = hashToHex(message.hash);
      if (messages.has(key)) return;
      messages.set(key, message);
      const address = formatAccountAddress(message.account);
      const waiting = byAccount.get(address);
      if (waiting === undefined) byAccount.set(address, [message]);
      else waiting.push(message);
    },
    settle,
    remove(message) {
      settle(message);
      messages.delete(hashToHex(message.hash));
    },
    waitingFor: (account) => byAccount.get(formatAccountAddress(account)) ?? [],
    all: () => [...messages.values()],
  };
}

function queueFull(text: string, fields: { readonly account?: string }): DevnetChainError {
  return new DevnetChainError('queue_full', text, fields, { isRetryable: true });
}
