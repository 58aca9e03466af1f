import type { ConsumerOptions, EventConsumer, EventLog, LogBatch, LogRecord, OutgoingRecord } from '@tonriver/stream';

/** Opens logs on the same storage and closes the last one. */
export class TestLog {
  readonly #open: () => Promise<EventLog>;
  #last: EventLog | undefined;

  constructor(open: () => Promise<EventLog>) {
    this.#open = open;
  }

  async open(): Promise<EventLog> {
    this.#last = await this.#open();
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last?.close();
  }
}

/** Returns a small record with a number. */
export function numbered(number: number, partition = 0): OutgoingRecord {
  return { partition, key: null, value: Buffer.from(String(number)), headers: { number: String(number) } };
}

export function numberOf(record: LogRecord): number {
  return Number(record.headers['number']);
}

export function openConsumer(
  log: EventLog,
  topic: string,
  options: Partial<ConsumerOptions> = {},
): Promise<EventConsumer> {
  return log.consumer({ topic, groupId: 'group', batchRecordsMax: 1_000, batchBytesMax: 1_000_000, ...options });
}

/** Runs a consumer until the handler returns true. Rejects when that takes too long. */
export async function consumeUntil(
  consumer: EventConsumer,
  timeoutMs: number,
  handler: (batch: LogBatch) => Promise<boolean>,
): Promise<void> {
  const stop = new AbortController();
  let isDone = false;
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  await consumer.run(
    async (batch) => {
      if (isDone) return;
      isDone = await handler(batch);
      if (isDone) stop.abort();
    },
    { signal: stop.signal },
  );
  clearTimeout(timer);
  if (!isDone) throw new Error(`The handler did not return true within ${timeoutMs} ms`);
}
