import { Agent, createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@tonriver/testing';

/** A load balancer: it asks each service whether it is ready, and sends requests to those that are. */
export interface Balancer {
  readonly url: string;
  readonly port: number;
  /** Requests for which there was no ready service, or none that answered. */
  readonly failures: readonly string[];
  /** How many services are ready, as far as the balancer knows. */
  readyCount(): number;
  stop(): void;
}

const READY_EVERY_MS = 1_000;
/** A machine that does much else may be slow to answer, and is ready all the same. */
const READY_MS_MAX = 5_000;
/** Of kept connections: as a balancer is set up before services that keep them for 65 seconds. */
const IDLE_MS = 30_000;

/** The ports of a service: the one for requests, and the one that has `/ready`. */
export interface ServicePorts {
  readonly port: number;
  readonly healthPort: number;
}

/** Asks `/ready` every second and never repeats a request: a request that a service loses stays lost. */
export async function startBalancer(ports: readonly ServicePorts[]): Promise<Balancer> {
  const services = ports.map(({ port, healthPort }) => ({
    port,
    healthPort,
    isReady: false,
    isAsked: false,
    agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
  }));
  const failures: string[] = [];
  let turn = 0;

  const look = async (service: (typeof services)[number]): Promise<void> => {
    if (service.isAsked) return;
    service.isAsked = true;
    const signal = AbortSignal.timeout(READY_MS_MAX);
    service.isReady = await fetch(`http://127.0.0.1:${service.healthPort}/ready`, { signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === 200;
      },
      () => false,
    );
    service.isAsked = false;
  };
  const lookAtAll = (): void => services.forEach((service) => void look(service));
  lookAtAll();
  const timer = setInterval(lookAtAll, READY_EVERY_MS);

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    turn += 1;
    const ready = services.filter(({ isReady }) => isReady);
    const service = ready[turn % ready.length];
    const fail = (why: string): void => {
      failures.push(`${request.method ?? ''} ${request.url ?? ''}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (service === undefined) {
      fail('no service is ready');
      return;
    }
    const { connection: _hop, ...headers } = request.headers;
    const { method, url: path } = request;
    const options = { host: '127.0.0.1', port: service.port, agent: service.agent, method, path, headers };
    const sent = sendRequest(options, (answer) => {
      const { connection: _own, 'transfer-encoding': _form, ...answered } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answered);
      answer.on('error', (error) => fail(error.message));
      answer.pipe(response);
    });
    sent.on('error', (error) => fail(`${service.port}: ${error.message}`));
    request.pipe(sent);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const readyCount = (): number => services.filter(({ isReady }) => isReady).length;
  await eventually(() => readyCount() === services.length, { timeoutMs: 30_000, intervalMs: 50 });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failures,
    readyCount,
    stop() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      for (const { agent } of services) agent.destroy();
    },
  };
}
