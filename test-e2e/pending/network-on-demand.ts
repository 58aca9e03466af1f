import { setTimeout as sleep } from 'node:timers/promises';
import type { Wallet } from '@tonriver/devnet-chain';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { type JettonHolders, mintForAll } from './jetton-holders.ts';

/** `npm start` with four shards, so that traces need several rounds, which are made when a test says so. */
export interface NetworkOnDemand {
  readonly standalone: StandaloneProcess;
  readonly wallets: readonly Wallet[];
  /** Some of the wallets, the first ones, with a jetton each. */
  readonly holders: JettonHolders;
  /** Makes a round, and waits until it is served. */
  makeRound(): Promise<void>;
}

/** Asks for a list. That there is none is an empty one: the deployed service says 404. */
export async function askForList(
  standalone: StandaloneProcess,
  path: string,
  member: string,
): Promise<readonly unknown[]> {
  const { status, json } = await standalone.get(path);
  if (status === 404) return [];
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json[member] as unknown as readonly unknown[];
}

/** What a trace needs at most. */
export const ROUNDS_OF_TRACE_MAX = 30;
const PAUSE_MS = 100;

export async function startNetworkOnDemand(
  directory: string,
  {
    seed,
    wallets: count,
    holders: holderCount,
  }: { readonly seed: string; readonly wallets: number; readonly holders: number },
): Promise<NetworkOnDemand> {
  const words = ['--seed', seed, '--wallets', String(count), '--block-time', '0', '--shards-min', '4'];
  const standalone = await startStandaloneProcess(directory, words, '/devnet/status');
  const makeRound = async (): Promise<void> => {
    const { status, json } = await standalone.post('/devnet/blocks', { count: 1 });
    if (status !== 200) throw new Error(`no round was made: ${status} ${JSON.stringify(json)}`);
    await standalone.untilRound(Number((await standalone.get('/devnet/status')).json['last_seqno']));
  };
  const wallets = Array.from({ length: count }, (_, index) => createWallet(`${seed}/wallet/${index}`));
  let isReady = false;
  const minting = mintForAll(standalone.url, wallets.slice(0, holderCount)).finally(() => (isReady = true));
  while (!isReady) {
    await makeRound();
    await sleep(PAUSE_MS);
  }
  const holders = await minting;
  // What the mint still has under way.
  for (let round = 0; round < ROUNDS_OF_TRACE_MAX; round += 1) await makeRound();
  await standalone.untilActions();
  return { standalone, wallets, holders, makeRound };
}
