import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { CellBuilder } from '@tonriver/boc';
import { hashToHex } from '@tonriver/chain-model';
import {
  createRandom,
  type OpenBlock,
  type QueuedMessage,
  type Random,
  type RoundBuilder,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import fc from 'fast-check';
import { generateWorkload, type WorkloadHooks } from './generate-workload.ts';
import type { PartialWorkloadOptions } from './workload-options.ts';

function outputOf(options: PartialWorkloadOptions, hooks: WorkloadHooks = {}): string[] {
  return [...generateWorkload(options, hooks).rounds()].flatMap(({ blocks, signatures }) => [
    ...blocks.map(({ fileHash }) => hashToHex(fileHash)),
    ...signatures.map(({ signature }) => hashToHex(signature)),
  ]);
}

/** A transaction that takes some of its account's money away, so that no block with it balances. */
function leakyOutcome(block: OpenBlock, account: Uint8Array, afterLt: bigint, random: Random): TransactionOutcome {
  const { status, cell, balance } = block.account(account);
  return {
    account,
    lt: block.nextLt(account, afterLt),
    transaction: new CellBuilder().storeBytes(random.bytes(8)).endCell(),
    totalFees: { grams: 1n, extra: [] },
    gasUsed: 100,
    newMessages: [],
    after: {
      status: status === 'nonexist' ? 'uninit' : status,
      cell,
      balance: { ...balance, grams: balance.grams + 7n },
    },
  };
}

/** What goes wrong in a block. Each returns after the block is gone. */
const faults: Readonly<Record<string, (round: RoundBuilder, block: OpenBlock, random: Random) => void>> = {
  'is abandoned half way': (round, block, random) => {
    importSome(block, random);
    round.abandon(block);
  },
  'is refused an outcome that is too early': (round, block) => {
    const message = block.nextQueued();
    if (message !== undefined) {
      const early = { ...leakyOutcome(block, message.destination.hash, message.lt, createRandom('')), lt: 0n };
      expect(() => block.importQueued(message, early)).toThrow(expect.objectContaining({ code: 'bad_outcome' }));
      expect(block.nextQueued()).toBe(message);
    }
    round.abandon(block);
  },
  'does not balance': (round, block, random) => {
    if (importSome(block, random) === 0) return round.abandon(block);
    const unbalanced = expect.objectContaining({ code: 'unbalanced_block' });
    expect(() => round.closeBlock(block, { wantSplit: true, wantMerge: true })).toThrow(unbalanced);
    expect(() => round.abandon(block)).toThrow(expect.objectContaining({ code: 'wrong_order' }));
  },
  'is given an outcome that cannot be written': (round, block) => {
    const message = block.nextQueued();
    if (message === undefined) return round.abandon(block);
    const outcome = leakyOutcome(block, message.destination.hash, message.lt, createRandom(''));
    const fails = { ...outcome, newMessages: [unwritable(message, outcome.lt)] };
    const fill = (): void => {
      // A message to an account of the same shard is written when the block is closed.
      block.importQueued(message, fails);
      round.closeBlock(block);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'cell_bad_value' }));
    expect(() => round.closeBlock(block)).toThrow(expect.objectContaining({ code: 'wrong_order' }));
  },
};

/** A message whose fee no cell can hold. */
function unwritable(message: QueuedMessage, lt: bigint): TransactionOutcome['newMessages'][number] {
  const { source, destination, value } = message;
  return { type: 'internal', cell: message.message, lt, source: destination, destination: source, value, fwdFee: -1n };
}

function importSome(block: OpenBlock, random: Random): number {
  let count = 0;
  for (let message = block.nextQueued(); message !== undefined; message = block.nextQueued()) {
    if (random.chance(0.2)) break;
    block.importQueued(message, leakyOutcome(block, message.destination.hash, message.lt, random));
    count++;
  }
  return count;
}

/** Lets blocks fail before and between the real ones. */
function sabotage(seed: string, counts: Map<string, number>): WorkloadHooks {
  const random = createRandom(seed);
  return {
    beforeBlock: (round) => {
      while (random.chance(0.5)) {
        const steps = round.steps();
        if (steps.length === 0) return;
        const [name, fault] = random.pick(Object.entries(faults));
        counts.set(name, (counts.get(name) ?? 0) + 1);
        fault(round, round.openBlock(random.pick(steps).shard), random);
      }
    },
  };
}

describe('a block that fails', () => {
  it('changes no block and no signature of its chain, whatever goes wrong', () => {
    const counts = new Map<string, number>();
    const arbitrary = fc.record({
      seed: fc.string({ maxLength: 6 }),
      rounds: fc.integer({ min: 4, max: 14 }),
      shardsMax: fc.integer({ min: 1, max: 8 }),
      splitMergeRate: fc.double({ min: 0.2, max: 1, noNaN: true }),
      sameRoundDelivery: fc.boolean(),
    });
    fc.assert(
      fc.property(arbitrary, fc.string({ maxLength: 6 }), (options, faultSeed) => {
        expect(outputOf(options, sabotage(faultSeed, counts))).toEqual(outputOf(options));
      }),
      { numRuns: 8 },
    );
    expect([...counts.keys()].sort()).toEqual(Object.keys(faults).sort());
  });

  it('leaves the masterchain block and the whole round to be tried again', () => {
    const options = { rounds: 10 };
    const hooks: WorkloadHooks = {
      beforeBlock: (round) => {
        if (round.steps().some(({ kind }) => kind !== 'continue')) return;
        const block = round.openMasterchain();
        block.runTickTock(leakyOutcome(block, new Uint8Array(32).fill(0x33), 0n, createRandom('')));
        const unbalanced = expect.objectContaining({ code: 'unbalanced_block' });
        expect(() => round.close({ recoverCreateMessage: null, mintMessage: null })).toThrow(unbalanced);
        round.abandon(round.openMasterchain());
      },
      afterRound: (chain) => {
        const dropped = chain.openRound(chain.masterchain().genUtime);
        for (const { shard } of dropped.steps()) dropped.closeBlock(dropped.openBlock(shard));
        return chain;
      },
    };
    expect(outputOf(options, hooks)).toEqual(outputOf(options));
  });

  it('leaves no memory behind', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heapUsed = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    let growth = Infinity;
    outputOf(
      { rounds: 6 },
      {
        afterRound: (chain, { seqno }) => {
          if (seqno < 6) return chain;
          const start = heapUsed();
          for (let attempt = 0; attempt < 1500; attempt++) {
            const round = chain.openRound(chain.masterchain().genUtime);
            for (const { shard } of round.steps()) {
              const block = round.openBlock(shard);
              importSome(block, createRandom(`${attempt}`));
              round.abandon(block);
            }
          }
          growth = heapUsed() - start;
          return chain;
        },
      },
    );
    expect(growth).toBeLessThan(10 * 2 ** 20);
  });
});
