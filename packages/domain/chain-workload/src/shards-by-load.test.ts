import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell } from '@tonriver/boc';
import { type AccountAddress, hashToHex, loadConfigParameter, storeConfigParameter } from '@tonriver/chain-model';
import type { NetworkConfig, OpenBlock, QueuedMessage } from '@tonriver/chain-builder';
import { account, addressOf, checkedNetwork, GRAM } from './checked-network.test-support.ts';
import { configData, externalTo, importAll, runPlain } from './plain-network.test-support.ts';

describe('shards', () => {
  const senders = Array.from({ length: 16 }, (_, index) => addressOf(index * 16 + 8));
  const busy = (block: OpenBlock) => {
    importAll(block);
    const here = senders.filter((address) => block.contains(address));
    for (const [index, { hash }] of here.entries()) {
      const cell = externalTo({ workchain: 0, hash }, index);
      const message = { cell, lt: block.lastProcessedLt, value: { grams: 0n, extra: [] } };
      const to = senders[(index * 7 + block.frame.seqno) % senders.length] as AccountAddress;
      // The soft limit of gas is ten million.
      const run = { account: hash, message, sends: [{ to, grams: GRAM / 100n }], gasUsed: 11_000_000 };
      block.importExternal(cell, runPlain(block, run));
    }
  };
  const accounts = senders.map((address) => account(address));

  it('split under load up to the configured depth, and merge when it ends', () => {
    const { chain, playRound, checker } = checkedNetwork({ accounts, maxSplit: 2 });
    const counts = new Set<number>();
    const count = () => chain.facts().leaves.length;
    for (let round = 0; round < 120; round++) {
      playRound({ shard: busy, seconds: 2 });
      counts.add(count());
    }
    expect([...counts]).toEqual([1, 2, 3, 4].filter((shards) => counts.has(shards)));
    expect(count()).toBe(4);
    for (let round = 0; round < 160 && count() > 1; round++) playRound({ seconds: 2 });
    expect(count()).toBe(1);
    checker.finish();
    expect(checker.tally.internalsSent).toBeGreaterThan(500);
  });

  it('give the same blocks when the chain is saved and opened after each round', () => {
    const play = (isReopened: boolean): string[] => {
      const { playRound } = checkedNetwork({ accounts, maxSplit: 2, isReopened });
      const output: string[] = [];
      for (let round = 0; round < 70; round++) {
        const { blocks, signatures } = playRound({ seconds: 2, ...(round < 45 ? { shard: busy } : {}) });
        output.push(...blocks.map(({ fileHash }) => hashToHex(fileHash)));
        output.push(...signatures.map(({ signature }) => hashToHex(signature)));
      }
      return output;
    };
    expect(play(true)).toEqual(play(false));
  });

  it('give the same blocks in whatever order they are opened, filled and closed', () => {
    const play = (isInterleaved: boolean): string[] => {
      const { playRound } = checkedNetwork({ accounts, maxSplit: 2 });
      const output: string[] = [];
      for (let round = 0; round < 60; round++) {
        const { blocks } = playRound({ seconds: 2, shard: busy, isInterleaved });
        output.push(...blocks.map(({ fileHash }) => hashToHex(fileHash)).sort());
      }
      return output;
    };
    expect(play(true)).toEqual(play(false));
  });

  it('stay as they are when the load is normal', () => {
    const { chain, playRound } = checkedNetwork({ accounts });
    const normal = (block: OpenBlock) => {
      importAll(block);
      const { hash } = senders[0] as AccountAddress;
      const cell = externalTo({ workchain: 0, hash }, block.frame.seqno);
      const message = { cell, lt: block.lastProcessedLt, value: { grams: 0n, extra: [] } };
      block.importExternal(cell, runPlain(block, { account: hash, message, gasUsed: 5_000_000 }));
      expect(block.load).toBe('normal');
    };
    for (let round = 0; round < 40; round++) playRound({ shard: normal });
    expect(chain.facts().leaves.map(({ description }) => [description.wantSplit, description.wantMerge])).toEqual([
      [false, false],
    ]);
  });

  it('split and merge by configuration, whatever their load', () => {
    const { chain, configure, playRound } = checkedNetwork({ accounts, maxSplit: 2 });
    const basechain = basechainOf(chain.facts().config);
    const setSplits = (minSplit: number, maxSplit: number) => {
      const description = { ...basechain, minSplit, maxSplit };
      const config = configure(new Map([[12, storeConfigParameter(12, [{ workchain: 0, description }])]]));
      playRound({ tockChange: (init) => ({ ...init, data: configData(config.dictionary) }) });
    };
    setSplits(2, 2);
    for (let round = 0; round < 30; round++) playRound({ seconds: 2 });
    expect(chain.facts().leaves).toHaveLength(4);
    setSplits(0, 1);
    for (let round = 0; round < 10; round++) playRound({ seconds: 2 });
    expect(chain.facts().leaves).toHaveLength(2);
  });
});

describe('a block that is full', () => {
  const senders = Array.from({ length: 20 }, (_, index) => addressOf(index * 12 + 3));

  it('ends at the soft limit and leaves the rest queued, which later blocks import by lt and hash', () => {
    const { chain, playRound, checker } = checkedNetwork({ accounts: senders.map((address) => account(address)) });
    playRound();
    const all: QueuedMessage[] = [];
    playRound({
      shard: (block) => {
        for (const [index, { hash }] of senders.entries()) {
          const cell = externalTo({ workchain: 0, hash }, index);
          const message = { cell, lt: block.lastProcessedLt, value: { grams: 0n, extra: [] } };
          const sends = senders.map((to) => ({ to, grams: GRAM / 100n }));
          block.importExternal(cell, runPlain(block, { account: hash, message, sends }));
        }
        for (let message = block.nextFresh(); message !== undefined; message = block.nextFresh()) {
          block.queueFresh(message);
        }
      },
    });
    expect(chain.inFlightCount()).toBe(400);
    const imported: QueuedMessage[] = [];
    const loads: string[] = [];
    while (chain.inFlightCount() > 0) {
      playRound({
        shard: (block) => {
          if (all.length === 0) all.push(...waitingIn(block));
          while (block.load === 'underload' || block.load === 'normal') {
            const message = block.nextQueued();
            if (message === undefined) break;
            const { lt, value, destination } = message;
            const cause = { cell: message.message, lt, value };
            const outcome = runPlain(block, { account: destination.hash, message: cause, gasUsed: 150_000 });
            block.importQueued(message, outcome);
            imported.push(message);
          }
          loads.push(block.load);
        },
      });
    }
    expect(imported.map(({ hash }) => hashToHex(hash))).toEqual(all.map(({ hash }) => hashToHex(hash)));
    expect(all).toHaveLength(400);
    // 67 messages of 150,000 gas reach ten million.
    expect(loads).toEqual(['soft', 'soft', 'soft', 'soft', 'soft', 'normal']);
    expect(checker.finish().inFlight).toBe(0);
  });
});

/** All messages that wait, by an order of its own. */
function waitingIn(block: OpenBlock): QueuedMessage[] {
  const messages = [...block.queued()];
  return messages.sort((left, right) => Number(left.lt - right.lt) || Buffer.compare(left.hash, right.hash));
}

function basechainOf({ parameters }: NetworkConfig) {
  const bag = Bag.of(parameters.get(12) as Cell);
  const [workchain] = loadConfigParameter(bag, bag.root, 12);
  if (workchain === undefined) throw new Error('the configuration has a basechain');
  return workchain.description;
}
