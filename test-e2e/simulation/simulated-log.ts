import type {
  ConsumerOptions,
  EventConsumer,
  EventLog,
  EventProducer,
  LogBatch,
  OutgoingRecord,
} from '@tonriver/stream';
import type { Faults } from './faults.ts';
import { integerBelow } from './random.ts';
import type { SimulatedProcess } from './schedule.ts';

/** The log as one process has it, with the faults of a broker. */
export interface SimulatedLog {
  readonly log: EventLog;
  /** The broker hears nothing of the process: its partitions go to others, and it joins its groups again. */
  loseSession(): Promise<void>;
  /** The broker gives up on the process for good. */
  endSession(): Promise<void>;
}

const BATCH_RECORDS_MAX = 24;

/** Sends, commits, deliveries and readings wait until the schedule picks them. Batches are of any size. */
export function simulatedLog(log: EventLog, process: SimulatedProcess, faults: Faults): SimulatedLog {
  const members = new Set<GroupMember>();
  const read = <Result>(name: string, make: () => Promise<Result>): Promise<Result> =>
    process.call(name, async () => {
      const fault = faults.ofRead('log');
      if (fault !== undefined) throw faults.logError(fault);
      return await make();
    });
  const simulated: EventLog = {
    ensureTopics: (topics) => log.ensureTopics(topics),
    producer: async () => simulatedProducer(await log.producer(), process, faults),
    async consumer(options) {
      const batchRecordsMax = 1 + integerBelow(faults.random, BATCH_RECORDS_MAX);
      const member = createMember({ log, options: { ...options, batchRecordsMax }, process, faults });
      await member.join();
      members.add(member);
      return member.consumer;
    },
    endOffsets: (topic) => read(`end offsets of ${topic}`, () => log.endOffsets(topic)),
    committedOffsets: (topic, group) => read(`offsets of ${group}`, () => log.committedOffsets(topic, group)),
    readRange: (topic, ...rest) => read(`read ${topic} from ${rest[1]}`, () => log.readRange(topic, ...rest)),
    close: async () => undefined,
  };
  return {
    log: simulated,
    async loseSession() {
      for (const member of members) await member.loseSession();
    },
    async endSession() {
      for (const member of members) await member.leave();
    },
  };
}

function simulatedProducer(producer: EventProducer, process: SimulatedProcess, faults: Faults): EventProducer {
  return {
    send(topic, records) {
      const sent: readonly OutgoingRecord[] = [...records];
      const make = async (): Promise<void> => {
        const fault = faults.ofWrite('log');
        if (fault === 'refused' || fault === 'refused for good') throw faults.logError(fault);
        const stored = fault === 'partly done' ? sent.slice(0, integerBelow(faults.random, sent.length)) : sent;
        await producer.send(topic, stored);
        if (fault !== undefined) throw faults.logError(fault);
      };
      return process.call(`send ${sent.length} records to ${topic}`, make, { isRequest: true });
    },
    close: async () => undefined,
  };
}

interface GroupMember {
  readonly consumer: EventConsumer;
  join(): Promise<void>;
  loseSession(): Promise<void>;
  leave(): Promise<void>;
}

/** A consumer that joins its group again when it was put out of it, as one over a broker does. */
function createMember({
  log,
  options,
  process,
  faults,
}: {
  readonly log: EventLog;
  readonly options: ConsumerOptions;
  readonly process: SimulatedProcess;
  readonly faults: Faults;
}): GroupMember {
  let inner: EventConsumer;
  let isClosed = false;
  /** Grows with each session; news of a session that ended may come late. */
  let session = 0;
  let knownSession = 0;
  /** The session in which it is a member. */
  let joinedSession = 0;

  const batchOf = (batch: LogBatch, own: number): LogBatch => ({
    ...batch,
    isCurrent: () => !process.isKilled && (batch.isCurrent() || (own !== session && own === knownSession)),
    commit(offset) {
      const make = async (): Promise<void> => {
        const fault = faults.ofRead('log');
        if (fault !== undefined && fault !== 'answer lost') throw faults.logError(fault);
        await batch.commit(offset);
        if (fault !== undefined) throw faults.logError(fault);
      };
      const last = offset ?? batch.records.at(-1)?.offset;
      return process.call(`commit ${options.groupId}/${batch.partition} ${last}`, make, { isRequest: true });
    },
  });
  const join = async (): Promise<void> => {
    inner = await log.consumer(options);
    joinedSession = session;
  };
  const runSession = async (handler: (batch: LogBatch) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const own = session;
    await inner.run(
      async (batch) => {
        await process.call(`delivery of ${batch.records.length} records of ${options.topic}/${batch.partition}`, () =>
          Promise.resolve(),
        );
        if (own !== session) return;
        await handler(batchOf(batch, own)).catch((error: unknown) => {
          // Another consumer holds its partitions by now.
          if (own === session) throw error;
        });
      },
      { signal },
    );
  };
  const consumer: EventConsumer = {
    async run(handler, { signal }) {
      while (!signal.aborted && !isClosed) {
        if (joinedSession === session) await runSession(handler, signal);
        if (signal.aborted || isClosed || process.isKilled) return;
        knownSession = session;
        await process.call(`joins ${options.groupId} again`, join);
      }
    },
    async close() {
      // Of one that is killed the broker hears nothing.
      if (process.isKilled) return;
      isClosed = true;
      await inner.close();
    },
  };
  return {
    consumer,
    join,
    async loseSession() {
      session += 1;
      if (!faults.plan.isNewsLate) knownSession = session;
      else
        void process
          .call(`hears that it lost ${options.groupId}`, async () => void (knownSession = session))
          .catch(() => undefined);
      await inner.close();
    },
    async leave() {
      isClosed = true;
      await inner.close();
    },
  };
}
