import {
  DevnetChainError,
  type ExternalMessage,
  type ExecutorResult,
  type ExternalQueue,
  notAcceptedText,
  readExternalMessage,
  type WaitingMessage,
} from '@tonriver/devnet-chain';
import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';
import type { DevnetStore } from '@tonriver/devnet-store';
import { TvmError } from '@tonriver/tvm';
import { DevnetError } from '../devnet-error.ts';
import type { Trials } from './trials.ts';
import { createTurns } from './turns.ts';

/** An accepted message: it waits on the disk and in the queue. Hashes in hex. */
export interface AcceptedMessage {
  readonly hash: string;
  readonly normalisedHash: string;
  /** The newest round when it was accepted: later ones alone can have it. Absent for one that waited already. */
  readonly afterSeqno?: number;
}

export interface AcceptMessages {
  /**
   * Accepts a message. One that waits already is accepted again without effect.
   *
   * @throws {DevnetChainError} `bad_message`
   * @throws {DevnetError} `message_refused`, `overloaded`
   */
  accept(boc: Uint8Array): Promise<AcceptedMessage>;
  /** The same for a message that is made when its account's turn has come. */
  acceptMade(account: ExternalMessage['account'], make: () => Uint8Array): Promise<AcceptedMessage>;
}

export interface AcceptDependencies {
  readonly queue: ExternalQueue;
  readonly store: Pick<DevnetStore, 'accept' | 'nextPosition'>;
  readonly trials: Trials;
  /** Seconds since 1970 by the chain's clock. */
  readonly now: () => number;
  /** The masterchain seqno of the newest round. */
  readonly newestSeqno: () => number;
  /** Messages that may be tried at the same time; one more is refused. */
  readonly triedMax: number;
  readonly onAccepted: () => void;
}

const RETRY_AFTER_MS = 1_000;

export function createAcceptMessages(dependencies: AcceptDependencies): AcceptMessages {
  const { queue, store, trials, now, newestSeqno, triedMax } = dependencies;
  const turns = createTurns();
  let position = store.nextPosition();
  let inHand = 0;

  const acceptRead = async (message: ExternalMessage): Promise<AcceptedMessage> => {
    const accepted = { hash: hashToHex(message.hash), normalisedHash: hashToHex(message.normalisedHash) };
    if (queue.has(message)) return accepted;
    ensureRoom(queue, message);
    const account = formatAccountAddress(message.account);
    const result = await trials.try(message);
    if (result.kind !== 'transaction') throw refusedBy(result);
    // Others may have come while this one was tried.
    ensureRoom(queue, message);
    const waiting: WaitingMessage = { ...message, position: position++, acceptedAt: now() };
    const { acceptedAt, boc } = waiting;
    // Before it is in the queue, from which a round takes it.
    const afterSeqno = newestSeqno();
    await store.accept([{ ...accepted, account, acceptedAt, position: waiting.position, boc }]);
    queue.add(waiting);
    dependencies.onAccepted();
    return { ...accepted, afterSeqno };
  };

  /** The messages of one account are tried one after the other, so that each sees those before it. */
  const inTurn = async (account: ExternalMessage['account'], make: () => ExternalMessage): Promise<AcceptedMessage> => {
    if (inHand >= triedMax) throw overloaded('Too many messages are being tried');
    inHand++;
    try {
      return await turns.take(formatAccountAddress(account), async () => await acceptRead(make()));
    } catch (error) {
      if (error instanceof TvmError && error.code === 'tvm_overloaded') throw overloaded(error.message);
      throw error;
    } finally {
      inHand--;
    }
  };

  return {
    async accept(boc) {
      const message = readExternalMessage(boc);
      return await inTurn(message.account, () => message);
    },
    acceptMade: (account, make) => inTurn(account, () => readExternalMessage(make())),
  };
}

function ensureRoom(queue: ExternalQueue, message: ExternalMessage): void {
  try {
    queue.ensureRoom(message);
  } catch (error) {
    if (!(error instanceof DevnetChainError) || error.code !== 'queue_full') throw error;
    throw overloaded(error.message);
  }
}

function overloaded(text: string): DevnetError {
  return new DevnetError('overloaded', text, { retryAfterMs: RETRY_AFTER_MS }, { isRetryable: true });
}

/** The words are those of a node, which clients show to people. */
function refusedBy(result: Exclude<ExecutorResult, { readonly kind: 'transaction' }>): DevnetError {
  const reason = result.kind === 'ended' ? result.reason : notAcceptedText(result);
  return new DevnetError('message_refused', `cannot apply external message to current state : ${reason}`);
}
