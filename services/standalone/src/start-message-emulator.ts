import { createLogMessageFollower } from '@tonriver/api-gateway/service';
import type { GetMethodExecutor, MessageFollower } from '@tonriver/api-model';
import type { Network } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { Topic, TopicName } from '@tonriver/events';
import type { Scope } from '@tonriver/lifecycle';
import type { Logger } from '@tonriver/logger';
import { createMessageEmulator, defaultEmulatorBounds } from '@tonriver/message-emulator/service';
import type { PendingWriter } from '@tonriver/pending-store';
import type { EventLog, EventProducer } from '@tonriver/stream';
import type { Health, Metrics } from '@tonriver/telemetry';

/** Time for writing a message to the log of this process. */
const FOLLOW_MS_MAX = 3_000;
const LOOP_SILENCE_MS_MAX = 60_000;

/** Starts the message-emulator, and returns what gives it messages. */
export async function startMessageEmulator(
  scope: Scope,
  parts: {
    readonly log: EventLog;
    readonly producer: EventProducer;
    readonly store: ClickHouseStore;
    readonly topics: Readonly<Record<TopicName, Topic>>;
    readonly executor: GetMethodExecutor;
    /** Where pending traces are shown. */
    readonly pending: PendingWriter;
    readonly network: Network;
    readonly logger: Logger;
    readonly metrics: Metrics;
    readonly health: Health;
  },
): Promise<MessageFollower> {
  const { producer, topics, network, health } = parts;
  const emulator = await createMessageEmulator({
    ...parts,
    network: network.name,
    bounds: defaultEmulatorBounds(),
    logger: parts.logger.child({ component: 'message-emulator' }),
    beat: health.loop('message-emulator', LOOP_SILENCE_MS_MAX),
  });
  scope.background('message-emulator', (signal) => emulator.run(signal));
  const topic = topics.externalMessages;
  return createLogMessageFollower({ producer, topic, timeoutMs: FOLLOW_MS_MAX });
}
