import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { Bag } from '@tonriver/boc';
import { ChainChecker, roundsOfExport, zeroStateOfExport } from '@tonriver/chain-checks';
import { forEachTransaction, loadBlock, loadTransaction, resolveTransaction } from '@tonriver/chain-model';
import { createDevnetNetwork } from '@tonriver/devnet-chain';
import { decodeBody } from '@tonriver/message-bodies';
import { temporaryDirectory } from '@tonriver/testing';
import { type DevnetConfig, openDevnet } from './open-devnet.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

/** The first process gets so many rounds; the second goes on until all is seen. */
const FIRST_ROUNDS = 60;
const ROUNDS_MAX = 600;
/** Acts that lead to the bodies that the test looks for. */
const ACTS = [
  'transfer with a comment',
  'long chain of messages',
  'jetton transfer',
  'jetton burn',
  'swap',
  'NFT transfer',
  'NFT put on sale',
  'NFT bought',
  'name record changed',
  'multisig approval',
  'call that nobody understands',
];
const network = {
  seed: 'demo',
  globalId: -777,
  genesisTime: 1_700_000_000,
  shardsMin: 1,
  shardsMax: 2,
  walletCount: 0,
};
const exportDirectory = join(folder.path, 'export');
const config: DevnetConfig = {
  directory: join(folder.path, 'chain'),
  network,
  genesisFile: null,
  blockTimeMs: 0,
  idle: null,
  keptRoundsMax: null,
  exportDirectory,
  logFile: null,
  hasDemo: true,
  stateRoundsMax: 10,
  queueMessagesMax: 100,
  queueMessagesPerAccountMax: 10,
  waitingSecondsMax: 600,
  tvmWorkers: 2,
  tvmWallTimeMs: 20_000,
  tvmMemoryMbMax: 512,
  ignoreSignatures: false,
};

/** Makes rounds, each with time for a message to be tried behind it. */
async function makeRounds(isOver: (round: number, accepted: Readonly<Record<string, number>>) => boolean) {
  const devnet = await openDevnet(config, () => undefined);
  const stop = new AbortController();
  const running = devnet.run(stop.signal);
  try {
    for (let round = 0; !isOver(round, devnet.status().demo?.accepted ?? {}); round++) {
      await devnet.makeRounds(1);
      // A step of the set-up that was not seen is repeated only later by the chain's clock.
      if (round % 10 === 9) await devnet.advanceClock(5);
    }
    return devnet.status();
  } finally {
    stop.abort();
    await running;
    await devnet.close();
  }
}

/** What the messages to all accounts were, by the names of their bodies, and how the transactions ended. */
async function examine() {
  const validators = createDevnetNetwork(network).create().facts().config.validators.list;
  const [masterchain, basechain] = (['masterchain', 'basechain'] as const).map((name) =>
    zeroStateOfExport(exportDirectory, name),
  );
  const checker = new ChainChecker({ masterchain: masterchain!, basechain: basechain! }, network.globalId);
  const bodies = new Map<string, number>();
  const seen = { rounds: 0, transactions: 0, aborted: 0, bounced: 0 };
  for await (const round of roundsOfExport(exportDirectory, validators)) {
    checker.check(round);
    seen.rounds++;
    for (const { boc } of round.blocks) {
      const bag = Bag.parse(boc);
      forEachTransaction(bag, loadBlock(bag), (_account, _lt, cell) => {
        const { description, inMessage } = resolveTransaction(bag, loadTransaction(bag, cell));
        seen.transactions++;
        if ('aborted' in description && description.aborted) seen.aborted++;
        if (inMessage === null) return;
        if (inMessage.info.bounced === true) seen.bounced++;
        const decoding = decodeBody(Bag.of(inMessage.body));
        const name = decoding.kind === 'decoded' ? decoding.type : decoding.kind;
        bodies.set(name, (bodies.get(name) ?? 0) + 1);
      });
    }
  }
  return { bodies, ...seen };
}

it('a demo sets its contracts up, sends every kind of message, and makes valid blocks', async () => {
  const first = await makeRounds((round) => round === FIRST_ROUNDS);
  // A process that is started later does not begin anew.
  const second = await makeRounds(
    (round, names) => round === ROUNDS_MAX || ACTS.every((name) => (names[name] ?? 0) > 1),
  );
  // The collection of names is there from the zero state on; the first name leads to its owner soon.
  expect(first.demo?.accepted).toMatchObject({ 'first name': 1, 'wallet of the first name': 1 });
  expect(Object.keys(first.demo!.accepted)).not.toContain('contract 6');
  const { accepted, refused, lastRefusal } = second.demo!;
  expect({ refused, lastRefusal }).toEqual({ refused: 0, lastRefusal: null });
  expect(
    Object.keys(accepted).filter((name) =>
      /^(contract|jetton \d to|liquidity|first name|wallet of the first)/.test(name),
    ),
  ).toEqual([]);
  process.stderr.write(`demo: ${JSON.stringify({ first: first.demo?.accepted, second: accepted })}\n`);
  const { bodies, rounds, transactions, aborted, bounced } = await examine();
  process.stderr.write(`demo: ${JSON.stringify({ rounds, transactions, aborted, bounced, bodies: [...bodies] })}\n`);
  expect(rounds).toBeGreaterThan(FIRST_ROUNDS);
  expect(transactions).toBeGreaterThan(rounds * 2);
  expect(aborted).toBeGreaterThan(0);
  expect(bounced).toBeGreaterThan(0);
  const names = [
    'text_comment',
    'jetton_transfer',
    'jetton_burn',
    'jetton_notify',
    'nft_transfer',
    'nft_ownership_assigned',
    'stonfi_swap_v2',
    'stonfi_provide_lp_v2',
    'change_dns_record',
    'mulisig_new_order',
    'multisig_approve_accepted',
    'multisig_execute',
    'excess',
  ];
  expect(names.filter((name) => !bodies.has(name))).toEqual([]);
}, 600_000);
