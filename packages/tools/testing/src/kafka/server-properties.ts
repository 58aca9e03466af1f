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

/**
 * Settings of a broker that is its own controller (KRaft) on one machine. Only what one machine without a second broker
 * needs: whatever else a test sets here hides how the services behave with a broker as it comes.
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
    // There is no second broker for a copy of what groups have committed.
    'offsets.topic.replication.factor': 1,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
