import { ClickHouseStoreError } from '@tonriver/clickhouse';
import { EventLogError } from '@tonriver/stream';
import { integerBelow, oneOf, type Random } from './random.ts';

/** The fault of one call to a server. */
export type Fault =
  /** Nothing happens, and an error says so. */
  | 'refused'
  /** A part of it happens, and an error is answered. */
  | 'partly done'
  /** It happens, and an error is answered. */
  | 'answer lost'
  /** Nothing happens, and trying again is said not to help: the process ends. */
  | 'refused for good';

/** How much goes wrong in a run. */
export interface FaultPlan {
  /** Share of the calls to the store, to the log and to the cells that go wrong. */
  readonly store: number;
  readonly log: number;
  readonly cells: number;
  /** How often a process is killed. */
  readonly kills: number;
  /** How often a member of a group loses its partitions. */
  readonly rebalances: number;
  /** Steps between two of these, about. */
  readonly stepsBetween: number;
  /** A member that has lost its partitions may hear of it only later. */
  readonly isNewsLate: boolean;
}

export const noFaults: FaultPlan = {
  store: 0,
  log: 0,
  cells: 0,
  kills: 0,
  rebalances: 0,
  stepsBetween: 1,
  isNewsLate: false,
};

export function randomFaults(random: Random): FaultPlan {
  const rates = [0, 0, 0.02, 0.1];
  return {
    store: oneOf(random, rates),
    log: oneOf(random, rates),
    cells: oneOf(random, [0, 0, 0.1]),
    kills: integerBelow(random, 8),
    rebalances: integerBelow(random, 6),
    stepsBetween: oneOf(random, [20, 60, 150]),
    isNewsLate: random() < 0.5,
  };
}

/** After so many steps nothing goes wrong any more: a run in which everything goes wrong has no end. */
const FAULTY_STEPS = 6000;

export type Faults = ReturnType<typeof createFaults>;

/** Decides about a fault for each call. The errors that it throws are recognised as its own. */
export function createFaults({
  plan,
  random,
  steps,
}: {
  readonly plan: FaultPlan;
  readonly random: Random;
  readonly steps: () => number;
}) {
  const made = new WeakSet<Error>();
  const known = <Made extends Error>(error: Made): Made => {
    made.add(error);
    return error;
  };
  const next = (rate: number, kinds: readonly Fault[]): Fault | undefined =>
    rate > 0 && steps() < FAULTY_STEPS && random() < rate ? oneOf(random, kinds) : undefined;
  return {
    plan,
    random,
    /** Whether an error was made here. */
    isOwn: (error: unknown): boolean => error instanceof Error && made.has(error),
    ofRead: (part: 'store' | 'log'): Fault | undefined =>
      next(plan[part], ['refused', 'answer lost', 'refused', 'refused for good']),
    ofWrite: (part: 'store' | 'log'): Fault | undefined =>
      next(plan[part], ['refused', 'partly done', 'answer lost', 'answer lost', 'refused for good']),
    ofCells: (): Fault | undefined => next(plan.cells, ['refused for good', 'answer lost']),
    storeError(fault: Fault): ClickHouseStoreError {
      if (fault === 'refused for good') return known(new ClickHouseStoreError('clickhouse_rejected', 'simulated'));
      const code = fault === 'refused' ? 'clickhouse_unreachable' : 'clickhouse_timeout';
      return known(new ClickHouseStoreError(code, `simulated: ${fault}`, {}, { isRetryable: true }));
    },
    logError(fault: Fault): EventLogError {
      if (fault === 'refused for good') return known(new EventLogError('broker_refused', 'simulated'));
      return known(new EventLogError('broker_unavailable', `simulated: ${fault}`, {}, { isRetryable: true }));
    },
    known,
  };
}
