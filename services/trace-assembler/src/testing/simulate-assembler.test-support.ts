import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { EventLog } from '@tonriver/stream';
import { consumerGroupOf, encodeParsedBlock, type ParsedBlock } from '@tonriver/events';
import { silentLogger } from '@tonriver/logger';
import { createMetrics } from '@tonriver/telemetry';
import { createSchedule, ProcessKilled, seededRandom, type SimulatedProcess } from '@tonriver/testing';
import type { TransactionsPerPass } from '../pass-pace.ts';
import { createTraceAssembler } from '../service.ts';
import { simulatedLog, simulatedStore } from './simulated-ports.test-support.ts';
import { topics } from './parsed-chain.test-support.ts';

export interface Simulation {
  readonly store: ClickHouseStore;
  /** Empty, with the topics. */
  readonly log: EventLog;
  /** What is sent, in this order. */
  readonly records: readonly ParsedBlock[];
  /** What is sent once the watermark is at the last round. */
  readonly lateRecords?: readonly ParsedBlock[];
  /** Last round of the chain. */
  readonly rounds: number;
  readonly seed: number;
  /** The process is killed before these steps, each counted from its start. */
  readonly kills?: readonly number[];
  readonly transactionsHeldMax?: number;
  readonly transactionsPerPass?: TransactionsPerPass;
}

export interface SimulationOutcome {
  /** The watermark that each process had told before it ended. */
  readonly watermarks: readonly number[];
  /** The highest watermark that each process had when it began. */
  readonly begunAt: readonly (number | undefined)[];
}

/** Steps after which a simulation that does not end is given up. */
const STEPS_MAX = 60_000;
const RECORDS_PER_SEND_MAX = 40;

/**
 * The real trace assembler over the real log and the real engine, with everything that waits put in an order that the
 * seed decides: deliveries come in the middle of every `await`, and processes die anywhere. Ends when all is assembled
 * and committed.
 */
export async function simulateAssembler(simulation: Simulation): Promise<SimulationOutcome> {
  const { store, log, records, rounds, seed, kills = [], transactionsHeldMax, transactionsPerPass } = simulation;
  const random = seededRandom(seed);
  const schedule = createSchedule(random);
  const watermarks: number[] = [];
  const begunAt: (number | undefined)[] = [];
  const producer = await log.producer();
  const begin = async () => {
    const process = schedule.process();
    const index = watermarks.push(0) - 1;
    begunAt.push(undefined);
    const consumers: { close(): Promise<void> }[] = [];
    const ownLog: EventLog = {
      ...log,
      async consumer(options) {
        const consumer = await log.consumer(options);
        consumers.push(consumer);
        return consumer;
      },
    };
    const assembler = await createTraceAssembler({
      store: simulatedStore(store, process),
      log: simulatedLog(ownLog, process, random),
      producer,
      topics,
      logger: silentLogger,
      metrics: createMetrics(),
      clock: process.clock,
      onWatermark: ({ last }) => {
        begunAt[index] ??= last;
        watermarks[index] = last;
      },
      ...(transactionsHeldMax === undefined ? {} : { transactionsHeldMax }),
      ...(transactionsPerPass === undefined ? {} : { transactionsPerPass }),
    });
    const stop = new AbortController();
    const ended = assembler.run(stop.signal).catch((error: unknown) => {
      if (!process.isKilled || !(error instanceof ProcessKilled)) throw error;
    });
    ended.catch(() => undefined);
    return { process, stop, ended, consumers, startStep: schedule.steps };
  };

  let running = await begin();
  let failure: { readonly error: unknown } | undefined;
  const watch = (ended: Promise<void>): void => void ended.catch((error: unknown) => (failure ??= { error }));
  watch(running.ended);
  const kill = async (): Promise<void> => {
    running.process.kill();
    await running.ended;
    // As a broker does that hears no more of a member.
    for (const consumer of running.consumers) await consumer.close();
  };

  const sender = schedule.process();
  const send = (blocks: readonly ParsedBlock[]): Promise<void> =>
    sendAll(sender, blocks, random, (chunk) =>
      producer.send(
        topics.parsedRounds.name,
        chunk.map((block) => ({ partition: 0, ...encodeParsedBlock(block) })),
      ),
    );
  let late = simulation.lateRecords;
  let hasSentAll = false;
  void send(records).then(() => (hasSentAll = true));
  let committed: bigint | null | undefined;
  let isStopping = false;
  let hasEnded = false;
  await schedule.run(
    () => {
      if (failure !== undefined) throw failure.error;
      return hasEnded;
    },
    async () => {
      if (schedule.steps > STEPS_MAX) throw new Error(`Not done after ${STEPS_MAX} steps; committed: ${committed}`);
      const killAt = kills[watermarks.length - 1];
      if (killAt !== undefined && schedule.steps - running.startStep >= killAt) {
        await kill();
        running = await begin();
        watch(running.ended);
        return;
      }
      if (!hasSentAll || isStopping || watermarks.at(-1) !== rounds) return;
      if (late !== undefined) {
        hasSentAll = false;
        void send(late).then(() => (hasSentAll = true));
        late = undefined;
        return;
      }
      const group = consumerGroupOf(topics.parsedRounds, 'trace-assembler');
      [committed] = await log.committedOffsets(topics.parsedRounds.name, group);
      const [end] = await log.endOffsets(topics.parsedRounds.name);
      if (committed !== end) return;
      isStopping = true;
      running.stop.abort();
      void running.ended.then(() => (hasEnded = true));
    },
  );
  await producer.close();
  return { watermarks, begunAt };
}

async function sendAll(
  process: SimulatedProcess,
  records: readonly ParsedBlock[],
  random: () => number,
  send: (chunk: readonly ParsedBlock[]) => Promise<void>,
): Promise<void> {
  for (let next = 0; next < records.length; ) {
    const count = 1 + Math.floor(random() * RECORDS_PER_SEND_MAX);
    const chunk = records.slice(next, next + count);
    await process.call('send', () => send(chunk));
    next += count;
  }
}
