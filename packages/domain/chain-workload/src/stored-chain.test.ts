import { describe, expect, it } from '@jest/globals';
import { type ChainBuilder, type ChainTools, createRandom, openChain } from '@tonriver/chain-builder';
import { hashToHex } from '@tonriver/chain-model';
import fc from 'fast-check';
import { CellsByHash } from './cells-by-hash.test-support.ts';
import { generateWorkload, type WorkloadHooks } from './generate-workload.ts';
import type { PartialWorkloadOptions } from './workload-options.ts';

/** All that a chain gives out, round by round. */
function outputOf(options: PartialWorkloadOptions, hooks: WorkloadHooks = {}): string[] {
  return [...generateWorkload(options, hooks).rounds()].map(({ blocks, signatures, facts }) => {
    const files = blocks.map(({ fileHash, stateHash }) => `${hashToHex(fileHash)} ${hashToHex(stateHash)}`);
    return [...files, ...signatures.map(({ signature }) => hashToHex(signature)), facts.inFlight].join('\n');
  });
}

/** A stored chain at one time. */
interface Stored {
  readonly saved: Uint8Array;
  readonly tools: ChainTools;
  readonly store: CellsByHash;
}

/** Saves the chain after every round, and goes on with the opened one where `opens` says so. */
function storeEachRound(options: PartialWorkloadOptions, opens: (stored: Stored, chain: ChainBuilder) => boolean) {
  const store = new CellsByHash();
  const { zeroStates } = generateWorkload(options);
  for (const { boc } of Object.values(zeroStates)) store.addState(boc);
  return outputOf(options, {
    afterRound: (chain, round, tools) => {
      for (const { boc } of round.blocks) store.addBlock(boc);
      const saved = chain.save();
      if (!opens({ saved, tools, store }, chain)) return chain;
      return openChain(tools, saved, { readState: (hash) => store.read(hash) });
    },
  });
}

const seed = fc.string({ minLength: 1, maxLength: 8 });
const arbitraryChain = fc.record({
  seed,
  rounds: fc.integer({ min: 1, max: 16 }),
  transactionsPerRound: fc.integer({ min: 0, max: 40 }),
  accounts: fc.integer({ min: 2, max: 60 }),
  shardsMax: fc.integer({ min: 1, max: 8 }),
  splitMergeRate: fc.double({ min: 0.3, max: 1, noNaN: true }),
  keyBlockEvery: fc.integer({ min: 2, max: 6 }),
  sameRoundDelivery: fc.boolean(),
});

describe('a chain', () => {
  it('gives the same blocks and signatures when it is saved and opened after any rounds', () => {
    fc.assert(
      fc.property(arbitraryChain, seed, (options, opening) => {
        const random = createRandom(opening);
        expect(storeEachRound(options, () => random.chance(0.5))).toEqual(outputOf(options));
      }),
      { numRuns: 8 },
    );
  });

  it('gives the same blocks when it is opened after every round, over splits, merges and key blocks', () => {
    const options = { seed: 'wide', rounds: 24, shardsMax: 8, splitMergeRate: 0.7, keyBlockEvery: 5 };
    expect(storeEachRound(options, () => true)).toEqual(outputOf(options));
  });

  it('is the same after it was opened as before: bytes, states, accounts and messages on their way', () => {
    let checked = 0;
    storeEachRound({ rounds: 20, shardsMax: 4 }, ({ saved, tools, store }, chain) => {
      const opened = openChain(tools, saved, { readState: (hash) => store.read(hash) });
      expect(opened.save()).toEqual(saved);
      expect(opened.stateHashes()).toEqual(chain.stateHashes());
      expect(opened.inFlightCount()).toBe(chain.inFlightCount());
      for (const { shard } of chain.facts().leaves) {
        const hash = new Uint8Array(32).fill(Number(shard >> 56n) - 1);
        expect(opened.account(0, hash)).toEqual(chain.account(0, hash));
      }
      checked++;
      return false;
    });
    expect(checked).toBe(20);
  });

  it('saves not more when it is long', () => {
    const sizes: number[] = [];
    const options = { rounds: 80, accounts: 40, transactionsPerRound: 20, shardsMax: 2 };
    storeEachRound(options, ({ saved }) => {
      sizes.push(saved.length);
      return false;
    });
    const average = (list: readonly number[]) => list.reduce((sum, size) => sum + size, 0) / list.length;
    expect(average(sizes.slice(50))).toBeLessThan(average(sizes.slice(10, 40)) * 1.5);
    expect(Math.max(...sizes)).toBeLessThan(10_000);
  });
});

describe('openChain', () => {
  let stored: Stored | undefined;
  storeEachRound({ rounds: 12, shardsMax: 4 }, (now) => {
    stored = now;
    return false;
  });
  const { saved, tools, store } = stored as unknown as Stored;
  const readState = (hash: Uint8Array) => store.read(hash);
  const badRecord = expect.objectContaining({ code: 'bad_record' });

  it('refuses the record of another network, and states that are missing or others', () => {
    expect(() => openChain({ ...tools, globalId: 5 }, saved, { readState })).toThrow(badRecord);
    expect(() => openChain(tools, saved, { readState: () => undefined })).toThrow(badRecord);
    const first = openChain(tools, saved, { readState }).stateHashes()[0] as Uint8Array;
    expect(() => openChain(tools, saved, { readState: () => store.read(first) })).toThrow(badRecord);
  });

  it('refuses a record with any bit changed, cut off anywhere, or with more at its end', () => {
    fc.assert(
      fc.property(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(saved);
        damaged[at] = (damaged[at] as number) ^ change;
        expect(() => openChain(tools, damaged, { readState })).toThrow(badRecord);
        expect(() => openChain(tools, saved.subarray(0, at), { readState })).toThrow(badRecord);
        expect(() => openChain(tools, Uint8Array.of(...saved, change), { readState })).toThrow(badRecord);
      }),
      { numRuns: 60 },
    );
  });
});
