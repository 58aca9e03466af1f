import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ParsedBlock } from '@tonriver/events';
import fc from 'fast-check';
import {
  assembledDigests,
  forgetAssembled,
  type ParsedChain,
  parseChain,
} from './testing/parsed-chain.test-support.ts';
import { simulateAssembler, type Simulation } from './testing/simulate-assembler.test-support.ts';

const ROUNDS = 20;
/** Runs of each property. All of them are made, however slow the machine is. */
const RUNS = 4;

describe('trace assembly', () => {
  let chain: ParsedChain;
  beforeAll(async () => {
    chain = await parseChain(ROUNDS);
  }, 120_000);
  afterAll(() => chain?.close());

  /** Runs the real assembler, in an order of events that the seed decides, and answers what it wrote. */
  const play = async (records: readonly ParsedBlock[], how: Pick<Simulation, 'seed'> & Partial<Simulation>) => {
    await forgetAssembled(chain.store);
    const log = await chain.openLog();
    try {
      await simulateAssembler({ ...how, store: chain.store, log, records, rounds: ROUNDS });
    } finally {
      await log.close();
    }
    return assembledDigests(chain.store);
  };
  const whole = (records: readonly ParsedBlock[]) => play(records, { seed: 0 });

  /** The announcements with every one at least once, some more often, in any order. */
  const deliveries = (announced: readonly ParsedBlock[]) =>
    fc
      .array(fc.nat(announced.length - 1), { maxLength: announced.length })
      .chain((repeated) => {
        const all = [...announced.keys(), ...repeated];
        return fc.shuffledSubarray(all, { minLength: all.length });
      })
      .map((order) => order.map((index) => announced[index]!));
  const hows = fc.record({
    seed: fc.integer(),
    /** Some long enough for a pass, some for nothing at all. */
    kills: fc.array(fc.nat(150), { maxLength: 4 }),
    transactionsHeldMax: fc.constantFrom(500_000, 60),
  });
  /** What is announced when the fetcher began anew at these rounds. */
  const beginningAt = (...starts: readonly number[]): readonly ParsedBlock[] =>
    chain.announced.map((block) => ({ ...block, isRangeStart: starts.includes(block.round) }));
  const expectEqualTables = async (announced: readonly ParsedBlock[]): Promise<void> => {
    const wanted = await whole(announced);
    expect(Number(wanted['traces']!.split(' ')[0])).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(deliveries(announced), hows, async (records, how) => {
        expect(await play(records, how)).toEqual(wanted);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  };

  it('forgets no announcement that comes while a pass waits for ClickHouse', async () => {
    // Right behind its other announcements each of these is said to be the start of a range as well.
    const starts = beginningAt(3, 6, 9, 12, 15, 18).filter(({ isRangeStart }) => isRangeStart);
    const wanted = await whole([...starts, ...chain.announced]);
    const records = chain.announced.flatMap((block, index) => {
      const isLast = chain.announced[index + 1]?.round !== block.round;
      return isLast ? [block, ...starts.filter(({ round }) => round === block.round)] : [block];
    });
    for (let seed = 1; seed <= 4; seed += 1) {
      expect({ seed, ...(await play(records, { seed })) }).toEqual({ seed, ...wanted });
    }
  }, 400_000);

  it('ends in identical tables after any permutation and repetition of deliveries, and any crash', async () => {
    await expectEqualTables(chain.announced);
  }, 400_000);

  it('ends in identical tables when ranges that began apart grow together in any order', async () => {
    await expectEqualTables(beginningAt(1, 7, 8, 15));
  }, 400_000);

  it('ends in identical tables when a round is announced both as a start of a range and as none', async () => {
    const alsoStarts = beginningAt(1, 8, 15).filter(({ round, isRangeStart }) => isRangeStart && round !== 1);
    await expectEqualTables([...chain.announced, ...alsoStarts]);
  }, 400_000);

  it('ends in identical tables when an older parser announces what it made of a block as well', async () => {
    const digest = { rows: 1, digest: Buffer.alloc(32).toString('base64') };
    const older = chain.announced
      .filter(({ round }) => round % 6 === 0)
      .map((block) => ({ ...block, rowVersion: 1, digests: { ...block.digests, blocks: digest } }));
    await expectEqualTables([...chain.announced, ...older]);
  }, 400_000);

  it('says of traces that began apart what it says of the whole, once the rounds between are there', async () => {
    const together = await whole(chain.announced);
    const later = chain.announced
      .filter(({ round }) => round >= 10)
      .map((block) => ({ ...block, isRangeStart: block.round === 10 }));
    const earlier = chain.announced.filter(({ round }) => round < 10);
    const joined = await whole([...later, ...earlier]);
    // Only the rows that name the second start differ.
    expect({ ...joined, rounds: '', watermarks: '' }).toEqual({ ...together, rounds: '', watermarks: '' });
  }, 60_000);
});
