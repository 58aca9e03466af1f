import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formatAccountAddress } from '@tonriver/chain-model';
import { createWallet } from '@tonriver/devnet-chain/testing';
import { eventually, temporaryDirectory } from '@tonriver/testing';
import { type StandaloneProcess, startStandaloneProcess } from '../devnet/standalone-process.ts';
import { type JettonHolders, mintForAll, postMessage } from './jetton-holders.ts';
import { type SeenAction, watchTransfers } from './watch-transfers.ts';

const SEED = 'pending';
const WALLETS = 4;
/** Longer than the two seconds of a machine that does nothing else: other suites run beside this one. */
const GRACE_MS = 15_000;
const WAIT = { timeoutMs: 120_000, intervalMs: 20 };
const folder = temporaryDirectory();
let standalone: StandaloneProcess;
let holders: JettonHolders;

beforeAll(async () => {
  const words = ['--seed', SEED, '--wallets', String(WALLETS), '--no-idle'];
  standalone = await startStandaloneProcess(folder.path, words);
  const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`${SEED}/wallet/${index}`));
  holders = await mintForAll(standalone.url, wallets);
  await standalone.untilActions();
}, 400_000);
afterAll(async () => {
  await standalone?.process.stop();
  folder.remove();
}, 60_000);

const pendingActions = async (query: string, base = '/api'): Promise<readonly SeenAction[]> => {
  const { status, json } = await standalone.get(`${base}/v3/pendingActions?${query}`);
  if (status !== 200) throw new Error(`pendingActions answered ${status}: ${JSON.stringify(json)}`);
  return json['actions'] as unknown as readonly SeenAction[];
};

it('a transfer of jettons, also to a new holder, is pending by account and hash until actions have it', async () => {
  const watch = watchTransfers([standalone.url], { graceMs: GRACE_MS });
  const owners = [holders.wallets[1]!.address, { workchain: 0, hash: new Uint8Array(32).fill(0x5a) }];
  for (const to of owners) {
    const sent = await holders.transfer(0, to);
    if (!('hash' in sent)) throw new Error(`not taken: ${sent.status} ${sent.error}`);
    watch.add(sent);
    const hash = encodeURIComponent(sent.hash);
    const isShown = async (): Promise<boolean> => (await pendingActions(`ext_msg_hash=${hash}`)).length > 0;
    await eventually(isShown, WAIT);
    const own = await pendingActions(`account=${formatAccountAddress(to)}`, '/toncenter/api');
    // The mint of its jettons may be there too.
    const types = own.filter((action) => action.trace_external_hash === sent.hash).map(({ type }) => type);
    expect(types).toContain('jetton_transfer');
    await eventually(() => watch.unfinished().length === 0, WAIT);
    const { pending, final } = watch.seen.get(sent.hash)!;
    expect(pending).toMatchObject({ type: 'jetton_transfer', details: final!.details });
    expect(final).toMatchObject({ finality: 'finalized', trace_id: expect.any(String) });
  }
  await watch.stop();
  expect([watch.gaps, [...watch.failures]]).toEqual([[], []]);
}, 300_000);

it('of two messages with one number the chain takes one, and the other one leaves', async () => {
  const [first, second] = [1, 2].map((index) => holders.message(3, holders.wallets[index]!.address));
  const answers = [await postMessage(standalone.url, first!), await postMessage(standalone.url, second!)];
  const taken = answers.flatMap(({ json }) => json.message_hash ?? []);
  expect(taken.length).toBeGreaterThan(0);
  const account = formatAccountAddress(holders.wallets[3]!.address);
  const stored = async (): Promise<readonly string[]> => {
    const { json } = await standalone.get(`/api/v3/actions?account=${account}&action_type=jetton_transfer&limit=10`);
    return (json['actions'] as unknown as readonly SeenAction[])
      .flatMap((action) => action.trace_external_hash ?? [])
      .filter((hash) => taken.includes(hash));
  };
  await eventually(async () => (await stored()).length > 0, WAIT);
  await eventually(async () => (await pendingActions(`account=${account}`)).length === 0, WAIT);
  expect(await stored()).toHaveLength(1);
}, 300_000);

it('what was accepted before a kill is shown after it', async () => {
  const watch = watchTransfers([standalone.url], { graceMs: GRACE_MS, isCalm: () => isCalm });
  let isCalm = true;
  const sent = await holders.transfer(1, holders.wallets[2]!.address);
  if (!('hash' in sent)) throw new Error(`not taken: ${sent.status} ${sent.error}`);
  isCalm = false;
  watch.add(sent);
  await standalone.process.kill9();
  await standalone.process.start();
  // Answers that say nothing are not empty: they are 503.
  const isKnown = async (): Promise<boolean> =>
    (await standalone.get(`/api/v3/pendingActions?account=${sent.account}`)).status === 200;
  await eventually(isKnown, WAIT);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  isCalm = true;
  await eventually(() => watch.unfinished().length === 0, WAIT);
  await watch.stop();
  expect(watch.gaps).toEqual([]);
}, 300_000);
