import type { SeqnoRange } from '@tonriver/chain-source';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import { z } from 'zod';
import { FetchError } from './fetch-error.ts';

const schema = z.object({
  ranges: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
});

/** Which rounds were published, whole; kept in a topic of its own, where the last record counts. */
export interface FetchProgress {
  load(): Promise<readonly SeqnoRange[]>;
  /** Called only after the rounds themselves are durable, so a crash in between publishes some of them again. */
  save(ranges: readonly SeqnoRange[]): Promise<void>;
}

export function createFetchProgress(dependencies: {
  readonly log: EventLog;
  readonly producer: EventProducer;
  readonly topic: Topic;
}): FetchProgress {
  const { log, producer, topic } = dependencies;
  return {
    async load() {
      const [end = 0n] = await log.endOffsets(topic.name);
      if (end === 0n) return [];
      const [record] = await log.readRange(topic.name, 0, end - 1n, 1);
      if (record === undefined) return [];
      const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(record.value)));
      if (!parsed.success) {
        throw new FetchError('incomplete_round', `The record of what was fetched is not readable in ${topic.name}`);
      }
      return parsed.data.ranges;
    },
    async save(ranges) {
      const value = new TextEncoder().encode(JSON.stringify({ ranges }));
      await producer.send(topic.name, [{ partition: 0, key: null, value, headers: {} }]);
    },
  };
}
