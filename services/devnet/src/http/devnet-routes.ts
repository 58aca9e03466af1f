import { type AccountAddress, ChainModelError, parseAccountAddress } from '@tonriver/chain-model';
import type { MessageEntry } from '@tonriver/devnet-store';
import { messageHashOf } from '../chain/message-hash.ts';
import { DevnetError } from '../devnet-error.ts';
import type { DemoCounts } from '../chain/demo-traffic.ts';
import type { ChainThread } from '../thread/start-chain-thread.ts';
import { errorAnswer, jsonAnswer, type Route } from './answer.ts';
import { bytesOfBase64, type ReadObject } from './read-body.ts';
import { base64 } from './send-routes.ts';

/** The routes by which its operator works with the devnet, by method and path. Only for callers on this machine. */
export function devnetRoutes(chain: ChainThread, readObject: ReadObject): Readonly<Record<string, Route>> {
  return {
    'GET /devnet/status': async () => {
      const { firstSeqno, seqno, now, clockAheadSeconds, waitingMessages, isPaused, isIdle, demo } =
        await chain.status();
      const counts = {
        first_seqno: firstSeqno,
        last_seqno: seqno,
        now,
        clock_ahead_seconds: clockAheadSeconds,
        waiting_messages: waitingMessages,
      };
      const state = { is_paused: isPaused, is_idle: isIdle, faucet: chain.faucetAddress };
      return jsonAnswer(200, { ...counts, ...state, ...(demo === null ? {} : { demo: demoAnswer(demo) }) });
    },
    'GET /devnet/messages': async ({ url }) => {
      const hash = messageHashOf(url.searchParams.get('hash') ?? '');
      if (hash === undefined) return errorAnswer(400, 'hash: 64 hexadecimal digits, or base64 of 32 bytes');
      const message = await chain.message(hash);
      if (message === undefined) return errorAnswer(404, 'No message with this hash was accepted');
      return jsonAnswer(200, messageAnswer(message));
    },
    'POST /devnet/faucet': async ({ request }) => {
      const { address, amount = DEFAULT_TON } = await readObject(request);
      const { hash, normalisedHash } = await chain.give(addressOf(address), nanogramsOf(amount));
      return jsonAnswer(200, { message_hash: base64(hash), message_hash_norm: base64(normalisedHash) });
    },
    'POST /devnet/config': async ({ request }) => {
      const { param, boc } = await readObject(request);
      const { hash, normalisedHash } = await chain.changeConfig(parameterOf(param), bytesOf(boc));
      return jsonAnswer(200, { message_hash: base64(hash), message_hash_norm: base64(normalisedHash) });
    },
    'POST /devnet/time': async ({ request }) => {
      const seconds = wholeNumber('seconds', (await readObject(request))['seconds'], SECONDS_MAX);
      await chain.advanceClock(seconds);
      const { now, clockAheadSeconds } = await chain.status();
      return jsonAnswer(200, { now, clock_ahead_seconds: clockAheadSeconds });
    },
    'POST /devnet/blocks': async ({ request }) => {
      const { count = 1 } = await readObject(request);
      await chain.makeRounds(wholeNumber('count', count, ROUNDS_MAX));
      return jsonAnswer(200, { last_seqno: (await chain.status()).seqno });
    },
    'POST /devnet/snapshot': async () => {
      const { file, seqno, messagesLeftOut } = await chain.snapshot();
      return jsonAnswer(200, { file, mc_seqno: seqno, messages_left_out: messagesLeftOut });
    },
    'POST /devnet/pause': async () => {
      await chain.pause();
      return jsonAnswer(200, { is_paused: true });
    },
    'POST /devnet/resume': async () => {
      await chain.resume();
      return jsonAnswer(200, { is_paused: false });
    },
  };
}

function demoAnswer({ accepted, refused, lastRefusal }: DemoCounts) {
  return { accepted, refused, last_refusal: lastRefusal };
}

const DEFAULT_TON = '10';
const TON_MAX = 10_000n;
const GRAM = 1_000_000_000n;
/** Ten years. */
const SECONDS_MAX = 315_360_000;
const ROUNDS_MAX = 1_000;

function wholeNumber(name: string, value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new DevnetError('bad_request', `${name}: a whole number from 1 to ${most}`);
}

/** Parameter 0 is refused with its reason later. */
function parameterOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value;
  throw new DevnetError('bad_request', 'param: the number of a configuration parameter');
}

function bytesOf(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' && value !== '' ? bytesOfBase64(value) : undefined;
  if (bytes === undefined) throw new DevnetError('bad_request', 'boc: a bag of cells in base64');
  return bytes;
}

function addressOf(value: unknown): AccountAddress {
  const refused = (cause?: unknown): DevnetError =>
    new DevnetError('bad_request', 'address: an address in its raw or its user-friendly form', {}, { cause });
  if (typeof value !== 'string') throw refused();
  try {
    return parseAccountAddress(value);
  } catch (error) {
    if (error instanceof ChainModelError) throw refused(error);
    throw error;
  }
}

/** Reads an amount of TON: a number, or decimal text with at most nine digits behind the point. */
function nanogramsOf(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? /^(\d{1,5})(?:\.(\d{1,9}))?$/.exec(text) : null;
  const [, whole = '0', fraction = ''] = match ?? [];
  const amount = BigInt(whole) * GRAM + BigInt(fraction.padEnd(9, '0'));
  if (match !== null && amount > 0n && amount <= TON_MAX * GRAM) return amount;
  throw new DevnetError('bad_request', `amount: TON, more than 0 and at most ${TON_MAX}`);
}

function messageAnswer({ hash, normalisedHash, account, acceptedAt, state }: MessageEntry) {
  const message = {
    message_hash: base64(hash),
    message_hash_norm: base64(normalisedHash),
    account,
    accepted_at: acceptedAt,
  };
  switch (state.kind) {
    case 'queued':
      return { ...message, state: 'queued' };
    case 'mined':
      return {
        ...message,
        state: 'mined',
        mc_seqno: state.round,
        block: state.block,
        transaction: { hash: base64(state.transactionHash), lt: state.lt },
      };
    case 'expired':
      return { ...message, state: 'expired', mc_seqno: state.round, code: state.code, reason: state.reason };
  }
}
