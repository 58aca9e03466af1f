import { type MessageFollower, MessageTargetError } from '@tonriver/api-model';
import { EmulationError, readMessage } from '@tonriver/emulation';
import { encodeExternalMessage, MESSAGE_PARTITIONS, partitionOfAccount, type Topic } from '@tonriver/events';
import { EventLogError, type EventProducer } from '@tonriver/stream';

export interface LogMessageFollowerOptions {
  readonly producer: EventProducer;
  /** `external-messages`. */
  readonly topic: Topic;
  readonly timeoutMs: number;
  /** Unix time in milliseconds. */
  readonly nowMs?: () => number;
}

/** Messages that are on their way to the log. */
const IN_HAND_MAX = 1_000;

/** Publishes messages for the message-emulator. A message that is published twice is followed once. */
export function createLogMessageFollower(options: LogMessageFollowerOptions): MessageFollower {
  const { producer, topic, timeoutMs, nowMs = Date.now } = options;
  let inHand = 0;
  return {
    async follow(boc, afterSeqno) {
      const { address, hash, normalisedHash } = read(boc);
      if (inHand >= IN_HAND_MAX) throw new MessageTargetError('overloaded', 'too many messages wait for the event log');
      const account = address.hash;
      const partition = partitionOfAccount(account, MESSAGE_PARTITIONS);
      const record = encodeExternalMessage({ account, boc, acceptedAtMs: nowMs(), afterSeqno });
      inHand += 1;
      // Its place is free when the log has ended with it, which may be after the caller has left.
      const sent = producer.send(topic.name, [{ ...record, partition }]).finally(() => (inHand -= 1));
      await inTime(sent, timeoutMs);
      return { hash, normalisedHash };
    },
  };
}

function read(boc: Uint8Array): ReturnType<typeof readMessage> {
  try {
    return readMessage(boc);
  } catch (error) {
    if (!(error instanceof EmulationError)) throw error;
    throw new MessageTargetError('refused', error.message, {}, { cause: error });
  }
}

async function inTime(sent: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const text = 'the message is not followed: the event log did not answer in time';
    timer = setTimeout(() => reject(new MessageTargetError('timed_out', text)), timeoutMs);
  });
  try {
    await Promise.race([sent, late]);
  } catch (error) {
    if (!(error instanceof EventLogError)) throw error;
    const text = 'the message is not followed: the event log is not available';
    throw new MessageTargetError('unavailable', text, {}, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
