import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * One address for several containers, as a Service of Kubernetes is one: each new connection goes to one of them, and
 * stays there, also when that container has been taken out.
 */
export interface ServiceAddress {
  readonly url: string;
  /** Ports that new connections go to. */
  readonly endpoints: Set<number>;
  close(): Promise<void>;
}

export async function openServiceAddress(): Promise<ServiceAddress> {
  const endpoints = new Set<number>();
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const ports = [...endpoints];
    turn += 1;
    const target = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    endpoints,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
