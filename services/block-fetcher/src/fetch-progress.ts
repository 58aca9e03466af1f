import type { SeqnoRange } from '@tonriver/chain-source';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';
import { z } from 'zod';
import { FetchError } from './fetch-error.ts';

const schema = z.object({
  ranges: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
});

/** The rounds that are published. Saved in a separate topic, whose last record is valid. */
export interface FetchProgress {
  load(): Promise<readonly SeqnoRange[]>;
  /** Must be called after the rounds are durable. A crash in between publishes some rounds again. */
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
        throw new FetchError(
          'incomplete_round',
          `The last record of topic ${topic.name} is not a list of published rounds`,
        );
      }
      return parsed.data.ranges;
    },
    async save(ranges) {
      const value = new TextEncoder().encode(JSON.stringify({ ranges }));
      await producer.send(topic.name, [{ partition: 0, key: null, value, headers: {} }]);
    },
  };
}
