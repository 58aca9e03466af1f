import type { CellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { LogRecord } from '@tonriver/stream';
import { partitionOfSeqno } from '@tonriver/events';
import { type Logger, silentLogger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import type { InitialStateFile } from '../initial-states.ts';
import { loadRanges, type ResolvedRange } from '../resolved-range.ts';
import { createStateResolver } from '../service.ts';
import { createMemoryLog } from './memory-log.test-support.ts';

export interface RecordEntryDependencies {
  readonly cells: CellStore;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  /** Commits to the cells, so that they are there for others; else `discard` undoes all. */
  readonly isDurable?: boolean;
  readonly waitingBytesMax?: number;
}

/** The outcome of some records. */
export interface RecordsTaken {
  /** Per record whether its offset was committed: it and those before it are resolved, refused for good, or known. */
  readonly isDone: readonly boolean[];
  /** Codes of what was refused. */
  readonly refusals: readonly string[];
  /** How the state of each block was resolved. */
  readonly modes: readonly string[];
  /** Why blocks did not continue the state that is held. */
  readonly unlinked: readonly string[];
  readonly ranges: readonly ResolvedRange[];
}

/** Fewer would hide what partitions are there for: rounds come out of their order. */
export const entryPartitions = 2;
/** The service's own is for the sake of tables. */
const FLUSH_INTERVAL_MS = 1;

/** Records as whoever sends them puts them into the log: by the rounds that their keys name. */
export function inPartitions(records: readonly Pick<LogRecord, 'key' | 'value' | 'headers'>[]): LogRecord[] {
  const ends = new Map<number, bigint>();
  return records.map((record) => {
    const partition = partitionOfSeqno(Number(Buffer.from(record.key ?? []).toString()), entryPartitions);
    const offset = ends.get(partition) ?? 0n;
    ends.set(partition, offset + 1n);
    return { ...record, partition, offset };
  });
}

/**
 * Runs the service over a log of some records and a real store of cells until nothing changes any more. Rows go
 * nowhere. What ends the service is thrown.
 */
export async function takeRecords(
  { cells, network, initialStates, isDurable = false, ...options }: RecordEntryDependencies,
  records: readonly LogRecord[],
): Promise<RecordsTaken> {
  const [refusals, modes, unlinked]: [string[], string[], string[]] = [[], [], []];
  const logger: Logger = {
    ...silentLogger,
    error(_message, fields = {}) {
      if (typeof fields['code'] === 'string') refusals.push(fields['code']);
      if (typeof fields['reason'] === 'string') unlinked.push(fields['reason']);
    },
  };
  const { log, isRead, isCommitted } = createMemoryLog(records, entryPartitions);
  const stop = new AbortController();
  let quietPasses = 0;
  const metrics = metricsOf({
    onMode: (mode) => modes.push(mode),
    onPass() {
      // Three times nothing to write: the first pass may have begun before the last record was there, and the next one
      // is quiet only when what it resolved was written.
      if (quietPasses >= 2) stop.abort();
      quietPasses = isRead() ? quietPasses + 1 : 0;
    },
  });
  const held = isDurable ? { store: cells, ranges: () => loadRanges(cells) } : holdBack(cells);
  const resolver = await createStateResolver({
    log,
    cells: held.store,
    store: noStore,
    topic: { name: 'raw-blocks', partitions: entryPartitions, recordBytesMax: Number.MAX_SAFE_INTEGER },
    network,
    initialStates,
    logger,
    metrics,
    flushIntervalMs: FLUSH_INTERVAL_MS,
    onPhase: () => (quietPasses = 0),
    ...options,
  });
  await resolver.run(stop.signal);
  return { isDone: records.map(isCommitted), refusals, modes, unlinked, ranges: held.ranges() };
}

/** A store in which nothing becomes durable. */
function holdBack(cells: CellStore): { readonly store: CellStore; ranges(): ResolvedRange[] } {
  const changed = new Set<string>();
  const own: Pick<CellStore, 'commit' | 'putRecord'> = {
    commit: () => Promise.resolve(),
    putRecord(key, value) {
      changed.add(key);
      cells.putRecord(key, value);
    },
  };
  const recordsUnder = (prefix: string): [string, Uint8Array][] => {
    const keys = new Set([...[...cells.recordsUnder(prefix)].map(([key]) => key), ...changed]);
    return [...keys].flatMap((key): [string, Uint8Array][] => {
      const value = key.startsWith(prefix) ? cells.record(key) : undefined;
      return value === undefined ? [] : [[key, value]];
    });
  };
  const store = Object.assign(Object.create(cells) as CellStore, own);
  return { store, ranges: () => loadRanges({ ...cells, recordsUnder }) };
}

/** Rows are inserted and forgotten. */
const noStore = { insertRows: () => Promise.resolve(), command: () => Promise.resolve() } as unknown as ClickHouseStore;

interface MetricListeners {
  readonly onMode: (mode: string) => void;
  readonly onPass: () => void;
}

/** Once in every pass the service says how many rounds wait. */
function metricsOf({ onMode, onPass }: MetricListeners): Metrics {
  const inc = (labels?: { readonly mode?: string }): void => {
    if (labels?.mode !== undefined) onMode(labels.mode);
  };
  const gauge = (name: string) => ({ set: name === 'tonriver_state_rounds_waiting' ? onPass : () => undefined });
  return { counter: () => ({ inc }), gauge } as unknown as Metrics;
}
