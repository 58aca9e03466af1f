import type { CellStore } from '@tonriver/cell-store';
import type { Network, OpenBlockBag } from '@tonriver/chain-model';
import { type ClickHouseStore, patientStore } from '@tonriver/clickhouse';
import { consumerGroupOf, type Topic } from '@tonriver/events';
import type { Logger } from '@tonriver/logger';
import { type Clock, type EventLog, openStream, systemClock } from '@tonriver/stream';
import type { Metrics } from '@tonriver/telemetry';
import type { StateSource } from './ask-source.ts';
import { type InitialStateFile, loadInitialStates } from './initial-states.ts';
import type { ResolvedRoundsOutput } from './changed-accounts.ts';
import { createResolver, type ResolverPhase } from './resolver.ts';
import { createResolverStep } from './resolver-step.ts';

export { type InitialStateFile, initialStateFiles } from './initial-states.ts';
export type { ResolverPhase } from './resolver.ts';

export interface StateResolverDependencies {
  readonly store: ClickHouseStore;
  readonly log: EventLog;
  readonly cells: CellStore;
  readonly topic: Topic;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  /** Asked once for each account whose code or data no block shows; absent: these stay unresolved. */
  readonly source?: StateSource | undefined;
  /** Where is sent what changed in each round, for the interface-detector; absent: nobody follows. */
  readonly resolvedRounds?: ResolvedRoundsOutput | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly beat?: () => void;
  /** Called after every flush with the rounds of the highest range. */
  readonly onProgress?: (range: { readonly first: number; readonly last: number }) => void;
  readonly onPhase?: (phase: ResolverPhase) => void;
  readonly clock?: Clock;
  /** Bytes of blocks of waiting rounds that are held in memory; others are read from the log again. */
  readonly waitingBytesMax?: number;
  /** The shortest time between two flushes. */
  readonly flushIntervalMs?: number;
  /** Default: every block is parsed here. In one process with the fetcher: its bags. */
  readonly openBag?: OpenBlockBag;
}

export interface StateResolver {
  /** Resolves when the signal aborts, after a last flush. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Puts the states of accounts together, round by round, and writes what needs more than one block: code, data, and
 * public libraries. One per network: it keeps the live cells, and must see all partitions.
 *
 * Once this resolves, no record that is sent can be missed.
 *
 * @throws {StateResolverError} when an initial state cannot be trusted, or the store is of another network
 */
export async function createStateResolver(dependencies: StateResolverDependencies): Promise<StateResolver> {
  const { topic, logger, beat, clock = systemClock } = dependencies;
  const initialStates = loadInitialStates(dependencies.initialStates, dependencies.network);
  const stream = await openStream({
    ...dependencies,
    clock,
    groupId: consumerGroupOf(topic, 'state-resolver'),
    batchRecordsMax: 256,
    batchBytesMax: 32 * 1024 * 1024,
    // Without dead letters: the parser writes one for the same record.
    rejectedMessage: 'A record of raw blocks is refused',
  });
  return {
    run: (signal) =>
      stream.run((running) => {
        const store = patientStore(dependencies.store, { logger, signal: running, clock, beat });
        const resolver = createResolver({ ...dependencies, store, initialStates, clock });
        return createResolverStep({ ...dependencies, resolver, clock, signal: running });
      }, signal),
  };
}
