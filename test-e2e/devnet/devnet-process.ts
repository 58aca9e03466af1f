import { setTimeout as sleep } from 'node:timers/promises';
import { writeBag } from '@tonriver/boc';
import type { Wallet } from '@tonriver/devnet-chain';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { freePort } from '@tonriver/testing';
import { NodeProcess } from '../distributed/node-process.ts';
import type { RoundReaderOptions } from './round-reader.ts';

export interface DevnetOptions {
  readonly directory: string;
  readonly seed: string;
  readonly wallets: number;
  readonly blockTimeMs: number;
  readonly shardsMin: number;
}

/** A devnet as a process of its own, with what tests ask it. */
export interface DevnetProcess {
  readonly url: string;
  readonly process: NodeProcess;
  readonly wallets: readonly Wallet[];
  /** Sends a transfer of a wallet. Returns the message's hash when it was accepted, else the status. */
  send(order: { readonly from: number; readonly to: number; readonly seqno: number }): Promise<string | number>;
  lastSeqno(): Promise<number>;
  /** The blocks of a round, as a fetcher is told of them. */
  blocksOf: RoundReaderOptions['blocksOf'];
  get<Answer>(path: string): Promise<Answer>;
}

interface RoundAnswer {
  readonly blocks: Awaited<ReturnType<RoundReaderOptions['blocksOf']>>;
}

export const GLOBAL_ID = -777;
const AMOUNT = 20_000_000n;
const NO_ANSWER = 0;
const REFUSED = 500;

export async function startDevnetProcess(options: DevnetOptions): Promise<DevnetProcess> {
  const { directory, seed, blockTimeMs, shardsMin } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process = new NodeProcess({
    name: 'devnet',
    file: 'services/devnet/src/main.ts',
    environment: {
      DEVNET_DIRECTORY: directory,
      DEVNET_SEED: seed,
      DEVNET_GLOBAL_ID: String(GLOBAL_ID),
      DEVNET_WALLETS: String(options.wallets),
      DEVNET_BLOCK_TIME_MS: String(blockTimeMs),
      DEVNET_SHARDS_MIN: String(shardsMin),
      HTTP_PORT: String(port),
      LOG_LEVEL: 'info',
    },
    readyUrl: `${url}/ready`,
  });
  await process.start();
  const wallets = Array.from({ length: options.wallets }, (_, index) => createWallet(`${seed}/wallet/${index}`));
  const get = async <Answer>(path: string): Promise<Answer> => (await (await fetch(url + path)).json()) as Answer;
  return {
    url,
    process,
    wallets,
    send: senderTo(url, wallets),
    lastSeqno: async () => (await get<{ readonly last_seqno: number }>('/source/v1/head')).last_seqno,
    blocksOf: async (seqno) => (await get<RoundAnswer>(`/source/v1/rounds/${seqno}`)).blocks,
    get,
  };
}

/** Returns what sends transfers of wallets to an API: that of the devnet, or of a gateway. */
export function senderTo(url: string, wallets: readonly Wallet[]): DevnetProcess['send'] {
  return async ({ from, to, seqno }) => {
    const validUntil = Math.floor(Date.now() / 1000) + 3_600;
    const order = { seqno, validUntil, to: wallets[to]!.address, amount: AMOUNT, bounce: true };
    const boc = Buffer.from(writeBag([wallets[from]!.transfer(order)])).toString('base64');
    const response = await fetch(`${url}/api/v3/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ boc }),
    });
    const answer = (await response.json()) as { readonly message_hash?: string };
    return answer.message_hash ?? response.status;
  };
}

/** Wallets that send to each other, as fast as they may, until they are stopped. */
export interface Traffic {
  /** Hashes of the messages that were answered with 200. */
  readonly accepted: readonly string[];
  /** Statuses of those that were not. */
  readonly refused: readonly number[];
  stop(): Promise<void>;
}

/**
 * Starts a sender for each wallet. `seqnos` has the number of the next message of each wallet, and is kept up to date.
 *
 * A sender whose answer did not come sends the same number again. If that is refused, the first one was accepted.
 */
export function startTraffic(
  { wallets, send }: Pick<DevnetProcess, 'wallets' | 'send'>,
  { pauseMs, seqnos }: { readonly pauseMs: number; readonly seqnos: number[] },
): Traffic {
  const accepted: string[] = [];
  const refused: number[] = [];
  let isStopped = false;
  const run = async (from: number): Promise<void> => {
    for (; !isStopped; await sleep(pauseMs)) {
      const seqno = seqnos[from] ?? 0;
      const to = (from * 7 + seqno * 3 + 1) % wallets.length;
      const answer = await send({ from, to, seqno }).catch(() => NO_ANSWER);
      if (typeof answer === 'string') accepted.push(answer);
      else refused.push(answer);
      if (typeof answer === 'string' || answer === REFUSED) seqnos[from] = seqno + 1;
    }
  };
  const running = wallets.map((_, index) => run(index));
  return {
    accepted,
    refused,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
