/** Where one broker listens and keeps its data. */
export interface BrokerPlaces {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDirectory: string;
}

/** A small heap, and only the quick compiler: a test's broker starts often and lives shortly. */
export const javaOptions: readonly string[] = [
  '-Xmx512m',
  '-Xshare:auto',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
];

/** Settings of a broker that is its own controller (KRaft), for one machine and no replica. */
export function serverProperties({ port, controllerPort, dataDirectory }: BrokerPlaces): string {
  const broker = `PLAINTEXT://127.0.0.1:${port}`;
  const properties: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `${broker},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': broker,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': dataDirectory,
    'message.max.bytes': 33_554_432,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    // One partition instead of 50: the coordinator of a group loads at once.
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.num.partitions': 1,
    'group.initial.rebalance.delay.ms': 0,
    // A broker that was killed is let in again only after its session ran out (9 s unless said otherwise).
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3_000,
    // A topic that a test forgot to create is a fault of the test.
    'auto.create.topics.enable': 'false',
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
