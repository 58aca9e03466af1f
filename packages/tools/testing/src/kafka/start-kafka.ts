import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startContainerServer } from '../docker/start-container-server.ts';
import { findPart } from '../find-part.ts';
import { freePort } from '../process/free-port.ts';
import { startLocalServer } from '../process/local-server.ts';
import type { RealServer } from '../real-server.ts';
import { TestingError } from '../testing-error.ts';
import { apiVersionsRequest, isApiVersionsAnswer } from './api-versions-probe.ts';
import { formattedStorage } from './formatted-storage.ts';
import { kafkaVersion } from './kafka-jars.ts';
import { javaOptions, serverProperties } from './server-properties.ts';

/** A real Kafka broker for one test, which is its own controller. */
export interface TestKafka extends RealServer {
  /** Bootstrap addresses, for example `['127.0.0.1:15000']`. */
  readonly brokers: string[];
}

/**
 * Starts a broker on free ports of 127.0.0.1 and resolves when it answers requests: from its published jars with the
 * Java of this machine (2–4 s and ≈400 MB each), else in a container. Its settings are the broker's own but for what
 * one machine needs: joining an empty group takes its 3 s, and a broker that was killed is away for its 9 s.
 */
export async function startKafka(): Promise<TestKafka> {
  const part = findPart('kafka');
  if (!part.isAvailable) throw new TestingError('part_missing', `Kafka cannot be started: ${part.reason}`);
  const server = part.from === 'docker' ? await startInContainer() : await startLocalServer({ name: 'Kafka', prepare });
  return { ...server, brokers: [`127.0.0.1:${server.port}`] };
}

async function prepare(directory: string) {
  const { libs, storage } = await formattedStorage();
  const [port, controllerPort] = [await freePort(), await freePort()];
  await cp(storage, join(directory, 'data'), { recursive: true });
  const properties = serverProperties({ port, controllerPort, dataDirectory: join(directory, 'data') });
  const propertiesFile = join(directory, 'server.properties');
  await writeFile(propertiesFile, properties);
  const command: [string, ...string[]] = [
    'java',
    ...javaOptions,
    '-cp',
    join(libs, '*'),
    'kafka.Kafka',
    propertiesFile,
  ];
  return { command, probe: { port, request: apiVersionsRequest, isReady: isApiVersionsAnswer } };
}

function startInContainer() {
  const listeners = (port: number) => ({
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  });
  return startContainerServer({
    name: 'Kafka',
    image: `apache/kafka:${kafkaVersion()}`,
    containerPort: 9092,
    environment: listeners,
    readyLog: /Kafka Server started/,
  });
}
