import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Cell as CoreCell, loadTransaction as loadCoreTransaction } from '@ton/core';
import { Bag, writeBag } from '@tonriver/boc';
import type { NetworkConfig } from '@tonriver/chain-builder';
import { ChainChecker, entriesOfExport, roundsOfExport, zeroStateOfExport } from '@tonriver/chain-checks';
import { forEachTransaction, hashToHex, loadBlock } from '@tonriver/chain-model';
import { createDevnetNetwork, EMPTY_GENESIS, withoutDomains } from '@tonriver/devnet-chain';
import { createWallet, shardsParameter } from '@tonriver/devnet-chain/testing';
import { temporaryDirectory } from '@tonriver/testing';
import { createTvmPool } from '@tonriver/tvm';
import { type Devnet, type DevnetConfig, openDevnet } from '../chain/open-devnet.ts';
import { replayLog } from '../replay/replay-log.ts';
import { writeLogHeader } from './log-lines.ts';
import { openExport } from './open-export.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

const GENESIS = 1_700_000_000;
const WALLETS = 8;
const network = {
  seed: 'copies',
  globalId: -777,
  genesisTime: GENESIS,
  shardsMin: 1,
  shardsMax: 4,
  walletCount: WALLETS,
};
const config: DevnetConfig = {
  directory: join(folder.path, 'chain'),
  network,
  genesisFile: null,
  blockTimeMs: 0,
  idle: null,
  keptRoundsMax: null,
  exportDirectory: join(folder.path, 'export'),
  logFile: join(folder.path, 'log.jsonl'),
  hasDemo: false,
  stateRoundsMax: 10,
  queueMessagesMax: 1_000,
  queueMessagesPerAccountMax: 100,
  waitingSecondsMax: 600,
  tvmWorkers: 2,
  tvmWallTimeMs: 20_000,
  tvmMemoryMbMax: 512,
  ignoreSignatures: false,
};
const wallets = Array.from({ length: WALLETS }, (_, index) => createWallet(`copies/wallet/${index}`));
const exportDirectory = config.exportDirectory!;
const logFile = config.logFile!;

async function withDevnet(changes: Partial<DevnetConfig>, work: (devnet: Devnet) => Promise<void>): Promise<void> {
  const devnet = await openDevnet({ ...config, ...changes }, () => undefined);
  const stop = new AbortController();
  const running = devnet.run(stop.signal);
  try {
    await work(devnet);
  } finally {
    stop.abort();
    await running;
    await devnet.close();
  }
}

/** Each wallet sends to the next one. */
async function sendAll(devnet: Devnet, seqno: number): Promise<void> {
  for (const [index, wallet] of wallets.entries()) {
    const to = wallets[(index + 1) % WALLETS]!.address;
    const order = { seqno, validUntil: 2 ** 32 - 1, to, amount: 100_000_000n, bounce: true };
    await devnet.send(writeBag([wallet.transfer(order)]));
  }
}

/** The number of shards that splits lead to, and merges lead back from. */
function workchains(devnet: Devnet, minSplit: number, maxSplit: number): Uint8Array {
  const chain = createDevnetNetwork({ ...network, genesisTime: devnet.identity.genesisTime }).create();
  return shardsParameter(chain.facts().config.basechain, { minSplit, maxSplit, enabledSince: GENESIS });
}

const validators: NetworkConfig['validators']['list'] = createDevnetNetwork(network).create().facts().config
  .validators.list;

describe('the copies of a chain', () => {
  it('get every round once, with restarts, half-written ends, splits, merges and key blocks', async () => {
    await withDevnet({ exportDirectory: null, logFile: null }, async (devnet) => {
      await devnet.makeRounds(2);
      await sendAll(devnet, 0);
      await devnet.makeRounds(1);
    });
    // The copies begin later than the chain.
    await withDevnet({}, async (devnet) => {
      await devnet.changeConfig(12, workchains(devnet, 1, 2));
      for (let round = 1; round <= 6; round++) {
        await sendAll(devnet, round);
        await devnet.makeRounds(1);
        await devnet.advanceClock(2);
      }
    });
    for (const path of [logFile, join(exportDirectory, 'archive.00000.pack')]) {
      appendFileSync(path, readFileSync(path).subarray(-200, -3));
    }
    await withDevnet({}, async (devnet) => {
      await devnet.changeConfig(12, workchains(devnet, 0, 0));
      for (let round = 7; round <= 16; round++) {
        await sendAll(devnet, round);
        await devnet.makeRounds(1);
        await devnet.advanceClock(3);
      }
      expect(devnet.status().waitingMessages).toBe(0);
    });
  }, 240_000);

  it('as an archive are valid to the last byte, and @ton/core reads every transaction', async () => {
    const [masterchain, basechain] = (['masterchain', 'basechain'] as const).map((name) => {
      return zeroStateOfExport(exportDirectory, name);
    });
    const checker = new ChainChecker({ masterchain: masterchain!, basechain: basechain! }, -777);
    const seen = { rounds: 0, keyBlocks: 0, splits: 0, merges: 0, transactions: 0 };
    for await (const round of roundsOfExport(exportDirectory, validators)) {
      checker.check(round);
      seen.rounds++;
      expect(round.seqno).toBe(seen.rounds);
      for (const { boc, rootHash } of round.blocks) {
        const core = CoreCell.fromBoc(Buffer.from(boc))[0]!;
        expect(Buffer.compare(core.hash(), rootHash)).toBe(0);
        const bag = Bag.parse(boc);
        const { info } = loadBlock(bag);
        if (info.keyBlock) seen.keyBlocks++;
        if (info.afterSplit) seen.splits++;
        if (info.afterMerge) seen.merges++;
        forEachTransaction(bag, loadBlock(bag), (_account, _lt, cell) => {
          const read = loadCoreTransaction(
            CoreCell.fromBoc(Buffer.from(writeBag([bag.toCell(cell)])))[0]!.beginParse(),
          );
          expect(read.hash().equals(Buffer.from(bag.hash(cell)))).toBe(true);
          seen.transactions++;
        });
      }
    }
    expect(seen.rounds).toBe(19);
    expect(seen.keyBlocks).toBe(2);
    expect(seen.splits).toBeGreaterThanOrEqual(2);
    expect(seen.merges).toBeGreaterThanOrEqual(1);
    expect(seen.transactions).toBeGreaterThan(17 * WALLETS * 2);
  }, 120_000);

  it('as a log make byte-equal blocks again, and a changed log is found out', async () => {
    const pool = await createTvmPool({ workerCount: 2, queueLengthMax: 100, wallTimeMs: 60_000, memoryMbMax: 512 });
    const { signal } = new AbortController();
    const again = join(folder.path, 'again');
    try {
      const zeroStates = {
        masterchain: zeroStateOfExport(exportDirectory, 'masterchain').boc,
        basechain: zeroStateOfExport(exportDirectory, 'basechain').boc,
      };
      const copy = await openExport({ directory: again, zeroStates });
      const onRound: typeof copy.append = (round) => copy.append(round);
      expect(await replayLog({ path: logFile, pool, aheadMax: 3, signal, onRound })).toBe(19);
      await copy.close();
      const digest = (directory: string) =>
        entriesOfExport(directory).map(({ name, data }) => [name, Buffer.from(data).toString('base64')]);
      expect(digest(again)).toEqual(digest(exportDirectory));
      const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
      const other = join(folder.path, 'other.jsonl');
      const replayOther = async (changed: readonly string[]) => {
        writeFileSync(other, `${changed.join('\n')}\n`);
        return await replayLog({ path: other, pool, aheadMax: 3, signal, onRound: () => Promise.resolve() });
      };
      const cut = JSON.parse(lines[4]!) as { inputs: { messages: string[] } };
      cut.inputs.messages.pop();
      const changed = lines.with(4, JSON.stringify(cut));
      await expect(replayOther(changed)).rejects.toMatchObject({ code: 'replay_differs' });
      await expect(replayOther(lines.toSpliced(3, 1))).rejects.toMatchObject({ code: 'bad_log' });
      await expect(replayOther(['{}'])).rejects.toMatchObject({ code: 'bad_log' });
    } finally {
      await pool.close();
    }
  }, 240_000);

  it('as a log of a release without a root of domains begin with the zero states of then', async () => {
    const { zeroStates } = createDevnetNetwork(network, withoutDomains(EMPTY_GENESIS)).create();
    const hashesOf = ({ rootHash, fileHash }: (typeof zeroStates)['masterchain']) => {
      return { rootHash: hashToHex(rootHash), fileHash: hashToHex(fileHash) };
    };
    const [masterchain, basechain] = [hashesOf(zeroStates.masterchain), hashesOf(zeroStates.basechain)];
    const older = join(folder.path, 'older.jsonl');
    const begun: string[] = [];
    const replayOlder = async (seed: string): Promise<number> => {
      writeFileSync(older, writeLogHeader({ ...network, seed, masterchain, basechain }));
      const pool = await createTvmPool({ workerCount: 1, queueLengthMax: 1, wallTimeMs: 1_000, memoryMbMax: 512 });
      try {
        return await replayLog({
          path: older,
          pool,
          aheadMax: 1,
          signal: new AbortController().signal,
          onStart: async ({ zeroStates: made }) => void begun.push(hashToHex(made.masterchain.fileHash)),
          onRound: () => Promise.resolve(),
        });
      } finally {
        await pool.close();
      }
    };
    expect(await replayOlder(network.seed)).toBe(0);
    expect(begun).toEqual([masterchain.fileHash]);
    await expect(replayOlder('other')).rejects.toMatchObject({ code: 'replay_differs' });
  }, 60_000);

  it('refuse the chain of another seed', async () => {
    const other = { directory: join(folder.path, 'other chain'), network: { ...network, seed: 'other' } };
    for (const copies of [{ exportDirectory: null }, { logFile: null }]) {
      await expect(withDevnet({ ...other, ...copies }, () => Promise.resolve())).rejects.toMatchObject({
        code: 'copy_differs',
      });
    }
  }, 60_000);
});
