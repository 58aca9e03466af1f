import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Topic } from '@tonriver/events';

/**
 * A producer whose log is connected when the first record is sent, and again after a failure: a process that mostly
 * reads starts and answers while the log is away. What is sent meanwhile fails.
 */
export function createLateProducer(connect: () => Promise<EventLog>, topics: readonly Topic[]): EventProducer {
  let opening: Promise<{ readonly log: EventLog; readonly producer: EventProducer }> | undefined;
  const open = async () => {
    const log = await connect();
    try {
      await log.ensureTopics(topics);
      return { log, producer: await log.producer() };
    } catch (error) {
      await log.close();
      throw error;
    }
  };
  return {
    async send(topic, records) {
      opening ??= open();
      const current = opening;
      const { producer } = await current.catch((error: unknown) => {
        if (opening === current) opening = undefined;
        throw error;
      });
      await producer.send(topic, records);
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.producer.close();
      await opened?.log.close();
    },
  };
}
