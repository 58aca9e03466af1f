import { freePort } from '../process/free-port.ts';
import type { RealServer } from '../real-server.ts';

/** A server from a container image. */
export interface ContainerServer {
  readonly name: string;
  readonly image: string;
  readonly containerPort: number;
  /** Settings that may depend on the port on which the host reaches the server. */
  readonly environment?: (hostPort: number) => Record<string, string>;
  /** The line that it writes when it is ready. */
  readonly readyLog: RegExp;
}

const startTimeoutMs = 180_000;

/**
 * Starts a server in a container. Its port on this machine is chosen before, so that it stays the same over a restart.
 * Containers of a test process that died are removed by testcontainers' own watcher.
 */
export async function startContainerServer(server: ContainerServer): Promise<RealServer & { readonly port: number }> {
  // Imported late, because it is large and most machines start servers without it.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const port = await freePort();
  const ready = () => Wait.forLogMessage(server.readyLog);
  const started = await new GenericContainer(server.image)
    .withExposedPorts({ container: server.containerPort, host: port })
    .withEnvironment(server.environment?.(port) ?? {})
    .withWaitStrategy(ready())
    .withStartupTimeout(startTimeoutMs)
    .start();
  const runtime = await getContainerRuntimeClient();
  const container = runtime.container.getById(started.getId());
  return {
    port,
    stop: async () => {
      await started.stop({ timeout: 0, remove: true });
    },
    kill9: async () => {
      await container.kill({ signal: 'SIGKILL' });
    },
    restart: () => started.restart({ timeout: 20_000 }),
  };
}
