import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AssembledRange } from '@tonriver/block-rows';
import type { ParsedBlock } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import fc from 'fast-check';
import { createRangeAssembler } from './assemble-ranges.ts';
import { createMismatchFinder } from './find-mismatched-rounds.ts';
import { createLateStarts, rangeOf, takeAnnouncement } from './late-starts.ts';
import { createOffsetLedger } from './offset-ledger.ts';
import { createRoundCollector } from './round-collector.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import {
  assembledDigests,
  forgetAssembled,
  type ParsedChain,
  parseChain,
} from './testing/parsed-chain.test-support.ts';

const ROUNDS = 20;
/** Runs of each property; a time limit ends a slow machine's earlier. */
const RUNS = 15;
const PASSES_MAX = 10;

/** What happens to an assembler: it reads some records, makes a pass, keeps a snapshot and commits, or dies. */
type Step = { readonly kind: 'read'; readonly count: number } | { readonly kind: 'pass' | 'save' | 'crash' };

describe('trace assembly', () => {
  let chain: ParsedChain;
  beforeAll(async () => {
    chain = await parseChain(ROUNDS);
  }, 120_000);
  afterAll(() => chain?.close());

  /** Runs an assembler over records as a partition would deliver them, and answers what it wrote. */
  const play = async (records: readonly ParsedBlock[], steps: readonly Step[]) => {
    await forgetAssembled(chain.store);
    return await playOn(records, steps);
  };
  const playOn = async (records: readonly ParsedBlock[], steps: readonly Step[]) => {
    const { store } = chain;
    const findMismatchedRounds = createMismatchFinder(store);
    let next = 0;
    let committed = 0;
    const start = async () => {
      const snapshots = createSnapshotStore(store);
      const collector = createRoundCollector();
      const lateStarts = createLateStarts();
      const logger = silentLogger;
      const assemble = createRangeAssembler({ store, collector, lateStarts, findMismatchedRounds, logger });
      const ranges: AssembledRange[] = await snapshots.load();
      return { snapshots, collector, lateStarts, assemble, ranges, ledger: createOffsetLedger() };
    };
    let assembler = await start();
    const isDone = (round: number) =>
      rangeOf(assembler.ranges, round) !== undefined && !assembler.lateStarts.has(round);
    const read = (count: number): void => {
      for (const record of records.slice(next, next + count)) {
        takeAnnouncement(assembler, record);
        assembler.ledger.add(BigInt(next), record.round);
        next += 1;
      }
    };
    const take = async (step: Step): Promise<void> => {
      if (step.kind === 'read') read(step.count);
      else if (step.kind === 'pass') await assembler.assemble(assembler.ranges);
      else if (step.kind === 'save') {
        await assembler.snapshots.save(assembler.ranges);
        committed = Number(assembler.ledger.takeDone(isDone) ?? committed - 1) + 1;
      } else {
        assembler = await start();
        next = committed;
      }
    };
    for (const step of steps) await take(step);
    read(records.length);
    const isWaiting = () => assembler.collector.size + assembler.lateStarts.all().length > 0;
    for (let pass = 0; pass < PASSES_MAX && isWaiting(); pass += 1) await take({ kind: 'pass' });
    await take({ kind: 'save' });
    expect(assembler.ranges.map(({ first, last }) => [first, last])).toEqual([[1, ROUNDS]]);
    expect([committed, assembler.ledger.size]).toEqual([records.length, 0]);
    return assembledDigests(store);
  };

  /** The announcements with every one at least once, some more often, in any order. */
  const deliveries = (announced: readonly ParsedBlock[]) =>
    fc
      .array(fc.nat(announced.length - 1), { maxLength: announced.length })
      .chain((repeated) => {
        const all = [...announced.keys(), ...repeated];
        return fc.shuffledSubarray(all, { minLength: all.length });
      })
      .map((order) => order.map((index) => announced[index]!));
  const steps: fc.Arbitrary<readonly Step[]> = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.nat(60).map((count): Step => ({ kind: 'read', count })) },
      { weight: 3, arbitrary: fc.constant<Step>({ kind: 'pass' }) },
      { weight: 2, arbitrary: fc.constant<Step>({ kind: 'save' }) },
      { weight: 1, arbitrary: fc.constant<Step>({ kind: 'crash' }) },
    ),
    { maxLength: 16 },
  );
  /** What is announced when the fetcher began anew at these rounds. */
  const beginningAt = (...starts: readonly number[]): readonly ParsedBlock[] =>
    chain.announced.map((block) => ({ ...block, isRangeStart: starts.includes(block.round) }));
  const holds = async (announced: readonly ParsedBlock[]): Promise<void> => {
    const wanted = await play(announced, []);
    expect(Number(wanted['traces']!.split(' ')[0])).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(deliveries(announced), steps, async (records, taken) => {
        expect(await play(records, taken)).toEqual(wanted);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
    );
  };

  it('ends in identical tables after any permutation and repetition of deliveries, and any crash', async () => {
    await holds(chain.announced);
  }, 180_000);

  it('ends in identical tables when ranges that began apart grow together in any order', async () => {
    await holds(beginningAt(1, 7, 8, 15));
  }, 180_000);

  it('ends in identical tables when a round is announced both as a start of a range and as none', async () => {
    const alsoStarts = beginningAt(1, 8, 15).filter(({ round, isRangeStart }) => isRangeStart && round !== 1);
    await holds([...chain.announced, ...alsoStarts]);
  }, 180_000);

  it('ends in identical tables when an older parser announces what it made of a block as well', async () => {
    const digest = { rows: 1, digest: Buffer.alloc(32).toString('base64') };
    const older = chain.announced
      .filter(({ round }) => round % 6 === 0)
      .map((block) => ({ ...block, rowVersion: 1, digests: { ...block.digests, blocks: digest } }));
    await holds([...chain.announced, ...older]);
  }, 180_000);

  it('forgets the traces of a start that another range has passed, though the process that wrote them died', async () => {
    const announced = beginningAt(1, 7, 8, 15);
    const wanted = await play(announced, []);
    for (const start of [7, 8, 15]) {
      const later = announced.filter(({ round }) => round >= start);
      const records = [...later, ...announced.filter(({ round }) => round < start)];
      const steps: Step[] = [{ kind: 'read', count: later.length }, { kind: 'pass' }, { kind: 'crash' }];
      expect(await play(records, steps)).toEqual(wanted);
    }
  }, 60_000);

  it('says that a round begins a range, and forgets its traces, also when it hears of it afterwards', async () => {
    const starts = beginningAt(15).filter(({ isRangeStart }) => isRangeStart);
    const wanted = await play([...starts, ...chain.announced], []);
    const read = (count: number): Step => ({ kind: 'read', count });
    const [pass, save, crash]: Step[] = [{ kind: 'pass' }, { kind: 'save' }, { kind: 'crash' }];
    for (const ending of [[], [save!, crash!]]) {
      expect(await play([...chain.announced, ...starts], [read(chain.announced.length), pass!, ...ending])).toEqual(
        wanted,
      );
    }

    // A process assembled from that start and died; the next one hears of it only after it has passed the round.
    await forgetAssembled(chain.store);
    const { store } = chain;
    const [collector, lateStarts, logger] = [createRoundCollector(), createLateStarts(), silentLogger];
    const findMismatchedRounds = createMismatchFinder(store);
    const assemble = createRangeAssembler({ store, collector, lateStarts, findMismatchedRounds, logger });
    for (const block of beginningAt(15).filter(({ round }) => round >= 15)) collector.add(block);
    expect((await assemble([])).roundCount).toBe(ROUNDS - 14);
    const records = [...chain.announced, ...starts];
    expect(await playOn(records, [read(chain.announced.length), pass!, save!])).toEqual(wanted);
  }, 60_000);

  it('says of traces that began apart what it says of the whole, once the rounds between are there', async () => {
    const whole = await play(chain.announced, []);
    const later = chain.announced
      .filter(({ round }) => round >= 10)
      .map((block) => ({ ...block, isRangeStart: block.round === 10 }));
    const earlier = chain.announced.filter(({ round }) => round < 10);
    const joined = await play([...later, ...earlier], [{ kind: 'read', count: later.length }, { kind: 'pass' }]);
    // Only the rows that name the second start differ.
    expect({ ...joined, rounds: '', watermarks: '' }).toEqual({ ...whole, rounds: '', watermarks: '' });
  }, 60_000);

  it('waits in front of a round whose rows are not what was announced', async () => {
    const { store } = chain;
    const altered = chain.announced.map((block) =>
      block.round === 12 && block.roundIndex === 0
        ? { ...block, digests: { ...block.digests, blocks: { rows: 1, digest: Buffer.alloc(32).toString('base64') } } }
        : block,
    );
    await forgetAssembled(store);
    const collector = createRoundCollector();
    const lateStarts = createLateStarts();
    const findMismatchedRounds = createMismatchFinder(store);
    const logger = silentLogger;
    const assemble = createRangeAssembler({ store, collector, lateStarts, findMismatchedRounds, logger });
    const ranges: AssembledRange[] = [];
    for (const block of altered) collector.add(block);
    expect(await assemble(ranges)).toEqual({ roundCount: 11, mismatched: [12] });
    expect((await assemble(ranges)).roundCount).toBe(0);
    for (const block of chain.announced.filter(({ round }) => round === 12)) collector.add(block);
    expect(await assemble(ranges)).toEqual({ roundCount: ROUNDS - 11, mismatched: [] });
  }, 60_000);
});
