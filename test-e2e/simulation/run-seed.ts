import type { ServiceName } from './changed-ports.ts';
import { createWatermarkCheck, difference, type Outcome, outcomeOf } from './checks.ts';
import { createFaults, type FaultPlan, noFaults, randomFaults } from './faults.ts';
import type { Mutant } from './mutants.ts';
import { oneOf, type Random, seededRandom } from './random.ts';
import {
  publishedOrder,
  type PublishedRecord,
  ROUNDS,
  type Scenario,
  type ScenarioName,
  type SimulatedChain,
  simulatedChain,
  topics,
} from './scenarios.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createGroups, isAllCommitted, publish } from './traffic.ts';
import { createWorld, type SmallBounds, type World } from './world.ts';

export interface SeedOptions {
  readonly mutant?: Mutant;
  readonly onEvent?: (event: { readonly step: number; readonly nowMs: number; readonly name: string }) => void;
}

export interface SeedResult {
  readonly seed: number;
  readonly scenario: ScenarioName;
  /** Of everything that happened, in its order. */
  readonly fingerprint: string;
  readonly steps: number;
  /** The failure; undefined when there is none. */
  readonly problem: string | undefined;
}

const STEPS_MAX = 40_000;
const STEPS_BETWEEN_LOOKS = 8;
/** Those that stand here twice are played twice as often. */
const SCENARIOS: readonly ScenarioName[] = [
  'whole',
  'whole',
  'several starts',
  'late starts',
  'late starts',
  'partial',
  'older parser',
];

let chain: SimulatedChain | undefined;
const undisturbed = new Map<ScenarioName, Promise<Outcome>>();

/** Returns the result of a scenario without faults. Each is made once. */
export function undisturbedOutcome(name: ScenarioName): Promise<Outcome> {
  chain ??= simulatedChain();
  const known = undisturbed.get(name) ?? runUndisturbed(chain, chain.scenarios[name]);
  undisturbed.set(name, known);
  return known;
}

async function runUndisturbed(ownChain: SimulatedChain, scenario: Scenario): Promise<Outcome> {
  const outcome = await play({
    chain: ownChain,
    scenario,
    random: seededRandom(0),
    plan: noFaults,
    processes: { parser: 1, 'trace-assembler': 1 },
    bounds: {},
    order: scenario.records,
    wanted: undefined,
  });
  if (outcome.problem !== undefined) throw new Error(`Undisturbed, ${scenario.name}: ${outcome.problem}`);
  return outcome.outcome!;
}

/** One run, all of it decided by its seed, and whether it ended as an undisturbed one. */
export async function runSeed(seed: number, { mutant, onEvent }: SeedOptions = {}): Promise<SeedResult> {
  const random = seededRandom(seed);
  const name = oneOf(random, SCENARIOS);
  const wanted = await undisturbedOutcome(name);
  const scenario = chain!.scenarios[name];
  const result = await play({
    chain: chain!,
    scenario,
    random,
    plan: randomFaults(random),
    processes: { parser: oneOf(random, [1, 2]), 'trace-assembler': oneOf(random, [1, 2]) },
    bounds: {
      ...(random() < 0.3 ? { transactionsHeldMax: 15 } : {}),
      ...(random() < 0.3 ? { transactionsPerPass: { first: 5, most: 10 } } : {}),
      ...(random() < 0.3 ? { waitingBytesMax: 20_000 } : {}),
    },
    order: publishedOrder(random, scenario),
    wanted,
    mutant,
    onEvent,
  });
  const { fingerprint, steps, problem } = result;
  return { seed, scenario: name, fingerprint, steps, problem };
}

interface Play {
  readonly chain: SimulatedChain;
  readonly scenario: Scenario;
  readonly random: Random;
  readonly plan: FaultPlan;
  readonly processes: Readonly<Partial<Record<ServiceName, number>>>;
  readonly bounds: SmallBounds;
  readonly order: readonly (readonly PublishedRecord[])[];
  readonly wanted: Outcome | undefined;
  readonly mutant?: Mutant | undefined;
  readonly onEvent?: SeedOptions['onEvent'];
}

async function play(options: Play) {
  const { chain: ownChain, scenario, random, plan, bounds, order, wanted, mutant, onEvent } = options;
  const schedule = createSchedule({ random, stepsMax: STEPS_MAX, onEvent });
  const faults = createFaults({ plan, random, steps: () => schedule.steps });
  const failures: unknown[] = [];
  let onInserted: (table: string) => void = () => undefined;
  const world = await createWorld({
    chain: ownChain,
    schedule,
    faults,
    bounds,
    changedPorts: [scenario.changedPorts, mutant].filter((changed) => changed !== undefined),
    onInserted: (table) => onInserted(table),
    onFailure: (error) => failures.push(error),
  });
  const check = wanted === undefined ? undefined : createWatermarkCheck(world.store, wanted);
  onInserted = (table) => {
    const problem = table === 'watermarks' ? check?.problem() : undefined;
    if (problem !== undefined) failures.push(new Error(problem));
  };
  const processes = { ...options.processes, 'state-resolver': scenario.hasResolver ? 1 : 0 };
  const end = (problem: string | undefined, outcome?: Outcome) => ({
    fingerprint: schedule.fingerprint(),
    steps: schedule.steps,
    problem,
    outcome,
  });
  try {
    await runWorld({ world, schedule, random, plan, processes, order, failures });
    const outcome = outcomeOf(world.store, world.cells);
    const problem = await problemAtEnd(world, outcome);
    return end(problem ?? (wanted === undefined ? undefined : difference(outcome, wanted)), outcome);
  } catch (error) {
    return end(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await world.close();
  }
}

interface RunWorld extends Pick<Play, 'random' | 'plan' | 'order'> {
  readonly world: World;
  readonly schedule: Schedule;
  readonly processes: Readonly<Record<string, number>>;
  readonly failures: readonly unknown[];
}

async function runWorld({ world, schedule, random, plan, processes, order, failures }: RunWorld): Promise<void> {
  const services = Object.entries(processes).flatMap(([name, count]) =>
    Array.from({ length: count }, () => name as ServiceName),
  );
  const groups = await createGroups(world, services);
  for (const service of services) await world.start(service);
  const failIfAnyFailed = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  let isPublished = false;
  void publish(world, schedule, order).then(() => (isPublished = true));
  let { kills, rebalances } = plan;
  let isDone = false;
  await schedule.run(
    () => {
      failIfAnyFailed();
      return isDone;
    },
    async () => {
      if (random() < 0.005) world.store.merge();
      if (random() < 0.05) world.store.deleteNext();
      if (random() * plan.stepsBetween < 1) {
        const hit = oneOf(random, [...world.running]);
        if (hit !== undefined && random() * (kills + rebalances) < kills) {
          kills -= 1;
          await world.kill(hit);
        } else if (hit !== undefined && rebalances > 0) {
          rebalances -= 1;
          schedule.note(`${hit.process.name}: loses its partitions`);
          await hit.log.loseSession();
        }
      }
      isDone = isPublished && schedule.steps % STEPS_BETWEEN_LOOKS === 0 && (await isAllCommitted(world, groups));
    },
  );
  world.stopAll();
  await schedule.run(() => {
    failIfAnyFailed();
    return world.running.size === 0;
  });
  while (world.store.deletionCount > 0) world.store.deleteNext();
}

async function problemAtEnd({ log }: World, { tables }: Outcome): Promise<string | undefined> {
  for (const { name } of [topics.rawBlocksDeadLetters, topics.parsedRoundsDeadLetters]) {
    const [end] = await log.endOffsets(name);
    if (end !== 0n) return `${name} has ${end} letters`;
  }
  const rounds = tables.get('rounds')?.size ?? 0;
  return rounds === ROUNDS ? undefined : `All is committed, and ${rounds} of ${ROUNDS} rounds are assembled`;
}
