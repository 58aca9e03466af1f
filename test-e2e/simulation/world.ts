import { createMemoryCells, type MemoryCells, openMemoryCellStore } from '@tonriver/cell-store/testing';
import { createMemoryClickHouse, type MemoryClickHouse } from '@tonriver/clickhouse/testing';
import { createMemoryDisk, openMemoryEventLog } from '@tonriver/event-log/testing';
import { silentLogger } from '@tonriver/logger';
import { createParser } from '@tonriver/parser/service';
import { createStateResolver } from '@tonriver/state-resolver/service';
import type { EventLog } from '@tonriver/stream';
import { createMetrics } from '@tonriver/telemetry';
import { createTraceAssembler } from '@tonriver/trace-assembler/service';
import type { ChangedPorts, Ports, ServiceName } from './changed-ports.ts';
import type { Faults } from './faults.ts';
import { type SimulatedChain, topics } from './scenarios.ts';
import { ProcessKilled, type Schedule, type SimulatedProcess } from './schedule.ts';
import { simulatedCells } from './simulated-cells.ts';
import { type SimulatedLog, simulatedLog } from './simulated-log.ts';
import { simulatedStore } from './simulated-store.ts';

/** Bounds that are small in some runs, so that the runs reach them. */
export interface SmallBounds {
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: { readonly first: number; readonly most: number };
  readonly waitingBytesMax?: number;
}

/** A process that runs a service. */
interface RunningService {
  readonly service: ServiceName;
  readonly process: SimulatedProcess;
  readonly log: SimulatedLog;
  readonly ended: Promise<void>;
  readonly stop: AbortController;
}

export interface World {
  readonly store: MemoryClickHouse;
  readonly log: EventLog;
  readonly cells: MemoryCells;
  readonly running: ReadonlySet<RunningService>;
  /** Starts a process; one that ends by itself is started again. */
  start(service: ServiceName): Promise<void>;
  /** Kills a process, and starts another in its place. */
  kill(running: RunningService): Promise<void>;
  /** Ends all of them as a stop does; no process is started again. */
  stopAll(): void;
  /** Lets go of everything, also of processes that still run. */
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly chain: SimulatedChain;
  readonly schedule: Schedule;
  readonly faults: Faults;
  readonly bounds: SmallBounds;
  readonly changedPorts?: readonly ChangedPorts[];
  readonly onInserted: (table: string) => void;
  /** Called with an error that no fault of the simulation explains. */
  readonly onFailure: (error: unknown) => void;
}

/** The event log, the store and the cells in memory, and processes that run the real services over them. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { chain, schedule, faults, bounds, changedPorts = [], onInserted, onFailure } = options;
  const store = createMemoryClickHouse();
  const log = openMemoryEventLog({ disk: createMemoryDisk(), nowMs: () => schedule.nowMs });
  await log.ensureTopics(Object.values(topics));
  const cells = createMemoryCells();
  const broker = schedule.process('broker');
  const running = new Set<RunningService>();
  let startCount = 0;
  let isStopping = false;

  const create = async (service: ServiceName, process: SimulatedProcess, ownLog: SimulatedLog) => {
    const ports = changedPorts
      .filter((changed) => changed.service === service)
      .reduce<Ports>((changed, { ports: change }) => change(changed), {
        store: simulatedStore(store, process, faults, onInserted),
        log: ownLog.log,
      });
    const shared = {
      ...ports,
      producer: await ports.log.producer(),
      topics,
      topic: topics.rawBlocks,
      network: chain.network,
      logger: silentLogger,
      metrics: createMetrics(),
      clock: process.clock,
      ...bounds,
    };
    if (service === 'parser') return await createParser(shared);
    if (service === 'trace-assembler') return await createTraceAssembler(shared);
    const ownCells = simulatedCells(openMemoryCellStore(cells), process, faults);
    return await createStateResolver({ ...shared, cells: ownCells, initialStates: chain.initialStates });
  };
  const start = async (service: ServiceName): Promise<void> => {
    startCount += 1;
    const process = schedule.process(`${service} ${startCount}`);
    const ownLog = simulatedLog(log, process, faults);
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      const created = await create(service, process, ownLog);
      await created.run(stop.signal);
    };
    const ended = run().catch((error: unknown) => {
      if (process.isKilled && error instanceof ProcessKilled) return;
      schedule.note(`${process.name}: ends with ${String(error)}`);
      if (!faults.isOwn(error)) onFailure(error);
    });
    const entry = { service, process, log: ownLog, ended, stop };
    running.add(entry);
    await Promise.resolve();
    void ended.then(() => afterEnd(entry));
  };
  const afterEnd = async (entry: RunningService): Promise<void> => {
    running.delete(entry);
    // Those that wait for a process that is gone wait until the broker gives it up.
    await broker.call(`gives up ${entry.process.name}`, () => entry.log.endSession());
    if (!isStopping) await start(entry.service);
  };
  return {
    store,
    log,
    cells,
    running,
    start,
    async kill(entry) {
      schedule.note(`${entry.process.name}: killed`);
      entry.process.kill();
      await entry.ended;
    },
    stopAll() {
      isStopping = true;
      for (const { stop } of running) stop.abort();
    },
    async close() {
      isStopping = true;
      for (const { process } of running) process.kill();
      await log.close();
    },
  };
}
