import type { ConsumerOptions, EventConsumer, LogBatch } from '@tonriver/stream';
import { EventLogError } from '@tonriver/stream';
import { checkConsumerOptions } from '../check-arguments.ts';
import { createBatchReader } from './batch-reader.ts';
import type { EmbeddedTopic } from './embedded-topic.ts';
import { createWaker } from './waker.ts';

/** Creates a consumer of the embedded log. Producers and its group wake it; it does not poll. */
export async function createEmbeddedConsumer(topic: EmbeddedTopic, options: ConsumerOptions): Promise<EventConsumer> {
  checkConsumerOptions(options);
  const { topic: topicName, groupId } = options;
  const group = await topic.group(groupId);
  const { wake, sleep } = createWaker();
  const member = { onAssignment: wake };
  const reader = createBatchReader({ topic, group, member, options });
  let isClosed = false;
  let hasRun = false;

  const deliver = async (batch: LogBatch, handler: (batch: LogBatch) => Promise<void>): Promise<void> => {
    try {
      await handler(batch);
    } catch (error) {
      // The records of a batch that is not current any more come again, to the new owner of the partition.
      if (batch.isCurrent() || isClosed) throw error;
    }
  };
  return {
    async run(handler, { signal }) {
      if (hasRun || isClosed) {
        throw new EventLogError('consumer_used', 'A consumer runs once', { topic: topicName, groupId });
      }
      hasRun = true;
      group.join(member);
      topic.listeners.add(wake);
      signal.addEventListener('abort', wake);
      // A pending promise does not keep Node running; a timer does.
      const keepAlive = setInterval(() => {}, 2 ** 30);
      try {
        while (!signal.aborted && !isClosed) {
          const batch = reader.next();
          if (batch === undefined) await sleep();
          else await deliver(batch, handler);
        }
      } finally {
        clearInterval(keepAlive);
        topic.listeners.delete(wake);
        signal.removeEventListener('abort', wake);
      }
    },
    async close() {
      isClosed = true;
      group.leave(member);
      wake();
    },
  };
}
