import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cell as CoreCell, loadTransaction as loadCoreTransaction } from '@ton/core';
import { Bag, writeBag } from '@tonriver/boc';
import { ChainChecker, roundsOfExport, zeroStateOfExport } from '@tonriver/chain-checks';
import { forEachTransaction, loadBlock, shardToHex } from '@tonriver/chain-model';
import { createDevnetNetwork } from '@tonriver/devnet-chain';
import { createWallet, shardsParameter } from '@tonriver/devnet-chain/testing';
import { temporaryDirectory } from '@tonriver/testing';
import { runVerify } from '../run-verify.ts';
import { GLOBAL_ID, senderTo, startTraffic } from './devnet-process.ts';
import { startStandaloneProcess } from './standalone-process.ts';

/** Fewer with EXPORT_MINUTES, for a first look. */
const MINUTES = Number(process.env['EXPORT_MINUTES'] ?? 10);
/** Between two changes of how many shards there are. Each change is a key block. */
const CHANGE_MS = 30_000;
/** Logarithms of the least and the most shards, one pair after the other. */
const SPLITS = [
  { minSplit: 1, maxSplit: 2 },
  { minSplit: 2, maxSplit: 2 },
  { minSplit: 0, maxSplit: 1 },
  { minSplit: 0, maxSplit: 0 },
];
const SEED = 'export';
const WALLETS = 12;
/** Of each wallet, between two messages: many messages cross the border between shards. */
const PAUSE_MS = 2_000;
const CHECK_MS_MAX = 1_200_000;

const folder = temporaryDirectory();
const dataDirectory = join(folder.path, 'data');
const exportDirectory = join(folder.path, 'export');
const network = { seed: SEED, globalId: GLOBAL_ID, shardsMin: 1, shardsMax: 4, walletCount: WALLETS };

describe(`what a devnet exports in ${MINUTES} minutes of a demo, of transfers, splits and merges`, () => {
  let run: DevnetRun;
  beforeAll(
    async () => {
      run = await runDevnet();
    },
    MINUTES * 60_000 + 600_000,
  );
  afterAll(() => folder.remove());

  it(
    'is valid to the last byte, signed, and read by @ton/core',
    async () => {
      const [masterchain, basechain] = (['masterchain', 'basechain'] as const).map((name) =>
        zeroStateOfExport(exportDirectory, name),
      );
      const { validators } = createDevnetNetwork({ ...network, genesisTime: 1_700_000_000 })
        .create()
        .facts().config;
      const checker = new ChainChecker({ masterchain: masterchain!, basechain: basechain! }, GLOBAL_ID);
      const seen = { rounds: 0, keyBlocks: 0, splits: 0, merges: 0, transactions: 0 };
      const shards = new Set<string>();
      for await (const round of roundsOfExport(exportDirectory, validators.list)) {
        checker.check(round);
        seen.rounds += 1;
        for (const { boc, rootHash } of round.blocks) {
          const core = CoreCell.fromBoc(Buffer.from(boc))[0]!;
          expect(core.hash().equals(Buffer.from(rootHash))).toBe(true);
          const bag = Bag.parse(boc);
          const block = loadBlock(bag);
          if (block.info.workchain === 0) shards.add(shardToHex(block.info.shard));
          seen.keyBlocks += Number(block.info.keyBlock);
          seen.splits += Number(block.info.afterSplit);
          seen.merges += Number(block.info.afterMerge);
          forEachTransaction(bag, block, (_account, _lt, cell) => {
            const ownCell = CoreCell.fromBoc(Buffer.from(writeBag([bag.toCell(cell)])))[0]!;
            expect(
              loadCoreTransaction(ownCell.beginParse())
                .hash()
                .equals(Buffer.from(bag.hash(cell))),
            ).toBe(true);
            seen.transactions += 1;
          });
        }
      }
      const { inFlight } = checker.finish();
      process.stderr.write(`export: ${JSON.stringify({ ...seen, inFlight, ...checker.tally })}\n`);
      expect(seen.rounds).toBeGreaterThanOrEqual(run.lastServed);
      expect(seen.keyBlocks).toBeGreaterThanOrEqual(run.changes);
      // One shard, its halves, and theirs.
      expect(shards.size).toBe(7);
      // Of each cycle of changes; one that comes soon after another may leave no time to follow it.
      const cycles = Math.floor(run.changes / SPLITS.length);
      expect(seen.splits).toBeGreaterThanOrEqual(cycles * 4);
      expect(seen.merges).toBeGreaterThanOrEqual(cycles * 2);
      expect(seen.transactions).toBeGreaterThan(MINUTES * 500);
    },
    CHECK_MS_MAX,
  );

  it(
    'is stored whole, as verify proves with all cells',
    async () => {
      const { code, text } = await runVerify({ dataDirectory }, 'devnet');
      expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
    },
    CHECK_MS_MAX,
  );
});

interface DevnetRun {
  /** How many times the number of shards was changed. */
  readonly changes: number;
  /** The last round that the API served. */
  readonly lastServed: number;
}

async function runDevnet(): Promise<DevnetRun> {
  const words = ['--demo', '--seed', SEED, '--wallets', String(WALLETS), '--export', exportDirectory];
  const served = await startStandaloneProcess(dataDirectory, [...words, '--no-idle']);
  const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`${SEED}/wallet/${index}`));
  const traffic = startTraffic({ wallets, send: senderTo(served.url, wallets) }, { pauseMs: PAUSE_MS, seqnos: [] });
  try {
    const endMs = performance.now() + MINUTES * 60_000;
    let changes = 0;
    for (; performance.now() < endMs; await sleep(CHANGE_MS)) {
      const basechain = zeroStateOfExport(exportDirectory, 'basechain');
      const limits = { ...SPLITS[changes % SPLITS.length]!, enabledSince: 1 };
      const boc = Buffer.from(shardsParameter(basechain, limits)).toString('base64');
      const body = { param: 12, boc };
      const { status, json } = await served.post('/devnet/config', body, { 'content-type': 'application/json' });
      if (status !== 200) throw new Error(`The configuration was not changed: ${status} ${JSON.stringify(json)}`);
      changes += 1;
    }
    const { json } = await served.get('/api/v3/masterchainInfo');
    return { changes, lastServed: (json as unknown as { readonly last: { readonly seqno: number } }).last.seqno };
  } finally {
    await traffic.stop();
    await served.process.stop();
  }
}
