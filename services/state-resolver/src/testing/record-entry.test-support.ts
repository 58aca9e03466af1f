import type { CellStore } from '@tonriver/cell-store';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { LogRecord } from '@tonriver/event-log';
import { type Logger, silentLogger } from '@tonriver/logger';
import type { Metrics } from '@tonriver/telemetry';
import { type InitialStateFile, loadInitialStates } from '../initial-states.ts';
import { createResolver, type Resolver } from '../resolver.ts';
import { createRoundQueue } from '../round-queue.ts';
import { refusalLog, takeRecord } from '../take-record.ts';

export interface RecordEntryDependencies {
  readonly cells: CellStore;
  readonly network: Network;
  readonly initialStates: readonly InitialStateFile[];
  /** Where rounds are to begin that the cells know nothing of. */
  readonly begin?: number;
}

/** What became of some records. */
export interface RecordsTaken {
  /** Per record whether its offset may move: its block is resolved, refused for good, or known. */
  readonly isDone: readonly boolean[];
  /** Codes of what was refused. */
  readonly refusals: readonly string[];
  /** How the state of each block was resolved. */
  readonly modes: readonly string[];
  /** Why blocks did not continue the state that is held. */
  readonly unlinked: readonly string[];
  readonly resolver: Resolver;
}

/**
 * The way of single records through the resolver without its loops: records are taken, and what can be applied then is
 * applied, over a real store of cells. Rows go nowhere.
 */
export async function takeRecords(
  { cells, network, initialStates, begin }: RecordEntryDependencies,
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
  const resolver = createResolver({
    cells,
    store: noStore,
    network,
    initialStates: loadInitialStates(initialStates, network),
    logger,
    metrics: metricsOf((mode) => modes.push(mode)),
  });
  const queue = createRoundQueue({
    bytesMax: 2 ** 30,
    readRecords: async (_partition, offsets) => records.filter(({ offset }) => offsets.includes(offset)),
    onRefused: refusalLog(logger),
  });
  if (begin !== undefined) resolver.begin(begin);
  const states = records.map((record) => takeRecord(record, { network, resolver, queue, logger }));
  for (const start of queue.rangeStarts()) resolver.begin(start);
  for (;;) {
    const range = resolver.ranges.find(({ last }) => queue.isComplete(last + 1) && !resolver.isDone(last + 1));
    if (range === undefined) break;
    const seqno = range.last + 1;
    const round = await queue.read(seqno);
    if (round === undefined) continue;
    await resolver.apply(range, round);
    queue.forget(seqno);
  }
  while (await resolver.applyLoose()) void 0;
  return { isDone: states.map((isDone) => isDone()), refusals, modes, unlinked, resolver };
}

/** Rows are inserted and forgotten. */
const noStore = { insertRows: () => Promise.resolve(), command: () => Promise.resolve() } as unknown as ClickHouseStore;

function metricsOf(onMode: (mode: string) => void): Metrics {
  const inc = (labels?: { readonly mode?: string }): void => {
    if (labels?.mode !== undefined) onMode(labels.mode);
  };
  return { counter: () => ({ inc }), gauge: () => ({ set: () => undefined }) } as unknown as Metrics;
}
