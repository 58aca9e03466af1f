/** Ports and data directory of a broker. */
export interface BrokerPlaces {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDirectory: string;
}

/** A small heap and only the fast compiler, because test brokers start often and run for a short time. */
export const javaOptions: readonly string[] = [
  '-Xmx512m',
  '-Xshare:auto',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
];

/**
 * Returns the settings of a broker that is its own controller (KRaft). They contain only what a single broker needs, so
 * that tests show how the services behave with a broker's default settings.
 */
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
    // There is no second broker for a copy of the committed offsets.
    'offsets.topic.replication.factor': 1,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
