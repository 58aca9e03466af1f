import { describe, expect, it } from '@jest/globals';
import { type AssembledRange, readRanges } from '@tonriver/block-rows';
import { assemblerSnapshotsTable, RowBinaryReader, rowDecoderOf } from '@tonriver/row-schema';
import type { ChangedPorts } from './changed-ports.ts';
import { createFaults, noFaults } from './faults.ts';
import { seededRandom } from './random.ts';
import { type ScenarioName, simulatedChain } from './scenarios.ts';
import { createSchedule } from './schedule.ts';
import { createGroups, isAllCommitted, publish } from './traffic.ts';
import { createWorld, type World } from './world.ts';

const ROUNDS = 16;
/** Start of the range that is joined to the one from round 1 on. */
const JOIN = 4;
/** After so many the process is left alone. */
const KILLS_MAX = 20;

const chain = simulatedChain({ roundCount: ROUNDS, starts: [1, JOIN] });
const decodeSnapshot = rowDecoderOf(assemblerSnapshotsTable.columns);

/** Returns the ranges that a process would begin with. */
function keptRanges(world: World): readonly AssembledRange[] {
  const rows = [...world.store.finalRows('assembler_snapshots').values()];
  const snapshots = rows.map((row) => decodeSnapshot(new RowBinaryReader(row)));
  const newest = snapshots.toSorted((one, other) => (one.generation < other.generation ? 1 : -1))[0];
  return newest === undefined ? [] : readRanges(newest.state);
}

interface KillOptions {
  readonly scenario: ScenarioName;
  readonly seed: number;
  /** Events from the start of the assembler to its kill. */
  readonly life: number;
  readonly isLaterFirst: boolean;
}

/**
 * Has a chain parsed and announced, and kills the assembler again and again after so many events.
 *
 * @returns what was kept at each kill, and the first rounds of the steps of a join that each process began
 */
async function killAgainAndAgain({ scenario, seed, life, isLaterFirst }: KillOptions) {
  const random = seededRandom(seed);
  const schedule = createSchedule({ random, stepsMax: 100_000, slowCalls: 0 });
  const failures: unknown[] = [];
  const joinSteps: number[] = [];
  const world = await createWorld({
    chain,
    schedule,
    faults: createFaults({ plan: noFaults, random, steps: () => schedule.steps }),
    bounds: { transactionsPerPass: { first: 2, most: 4 } },
    changedPorts: [countJoinSteps(joinSteps)],
    onInserted: () => undefined,
    onFailure: (error) => failures.push(error),
  });
  try {
    const groups = await createGroups(world, ['parser', 'trace-assembler']);
    const { records } = chain.scenarios[scenario];
    const order = isLaterFirst ? [...records.slice(JOIN - 1), ...records.slice(0, JOIN - 1)] : records;
    await world.start('parser');
    let isPublished = false;
    void publish(world, schedule, order).then(() => (isPublished = true));
    let isParsed = false;
    await schedule.run(
      () => isParsed,
      async () => void (isParsed = isPublished && (await isAllCommitted(world, groups.slice(0, 1)))),
    );
    await world.start('trace-assembler');
    const kept: (readonly AssembledRange[])[] = [];
    const joinStepsOfLives: (readonly number[])[] = [];
    let isDone = false;
    while (!isDone) {
      const begunAt = schedule.steps;
      await schedule.run(
        () => isDone || (kept.length < KILLS_MAX && schedule.steps - begunAt >= life),
        async () => void (isDone = await isAllCommitted(world, groups)),
      );
      kept.push(keptRanges(world));
      joinStepsOfLives.push(joinSteps.splice(0));
      const assembler = [...world.running].find(({ service }) => service === 'trace-assembler');
      if (assembler !== undefined) await world.kill(assembler);
    }
    expect(failures).toEqual([]);
    return { kept, joinStepsOfLives };
  } finally {
    await world.close();
  }
}

/** Only a step of a join reads whole rounds back. */
function countJoinSteps(joinSteps: number[]): ChangedPorts {
  return {
    service: 'trace-assembler',
    ports: ({ store, log }) => ({
      log,
      store: {
        ...store,
        select(columns, sql, parameters, bounds) {
          const first = parameters?.['first'];
          if (sql.includes('FROM blocks FINAL') && typeof first === 'number') joinSteps.push(first);
          return store.select(columns, sql, parameters, bounds);
        },
      },
    }),
  };
}

/** The last round of the range that is joined to the others; 0: there is none yet. */
const joinedRound = ([first]: readonly AssembledRange[]): number => (first?.first === 1 ? first.last : 0);

const lastOf = (ranges: readonly AssembledRange[]): number => ranges.at(-1)?.last ?? 0;

describe('the progress of a trace assembler that is killed again and again', () => {
  it('is kept, however soon each kill comes after the first pass', async () => {
    for (const [seed, life] of [
      [1, 60],
      [2, 90],
      [3, 140],
    ] as const) {
      const { kept } = await killAgainAndAgain({ scenario: 'whole', seed, life, isLaterFirst: false });
      // Each process begins farther than the one before it, but for those killed before their first pass was over.
      const begun = kept.map(lastOf);
      expect({ seed, begun }).toEqual({ seed, begun: begun.toSorted((left, right) => left - right) });
      expect(begun.at(-1)).toBe(ROUNDS);
      expect(new Set(begun).size).toBeGreaterThan(Math.min(begun.length, 10) / 2);
    }
  }, 120_000);

  it('goes on with a join where the process was killed, instead of beginning it again', async () => {
    const { kept, joinStepsOfLives } = await killAgainAndAgain({
      scenario: 'several starts',
      seed: 5,
      life: 145,
      isLaterFirst: true,
    });
    const joined = kept.map(joinedRound).filter((round) => round > 0);
    expect(joined).toEqual(joined.toSorted((left, right) => left - right));
    expect(joined.at(-1)).toBe(ROUNDS);
    // Each process goes on behind what was kept: steps that were made after the last snapshot are made once more.
    const lives = joinStepsOfLives.map((steps, index) => ({ steps, before: joinedRound(kept[index - 1] ?? []) }));
    const begun = lives.filter(({ steps }) => steps.length > 0);
    expect(begun.map(({ steps }) => steps[0])).toEqual(begun.map(({ before }) => Math.max(JOIN, before + 1)));
    for (const { steps } of begun) expect(steps).toEqual(steps.map((_, index) => steps[0]! + index));
    const joinSteps = begun.flatMap(({ steps }) => steps);
    expect(joinSteps.filter((first) => first === JOIN).length).toBeLessThan(4);
    expect(joinSteps.length).toBeGreaterThan(ROUNDS / 3);
  }, 120_000);
});
