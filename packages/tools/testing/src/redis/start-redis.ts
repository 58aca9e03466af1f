import { startContainerServer } from '../docker/start-container-server.ts';
import { findPart } from '../find-part.ts';
import { freePort } from '../process/free-port.ts';
import { startLocalServer } from '../process/local-server.ts';
import type { RealServer } from '../real-server.ts';
import { TestingError } from '../testing-error.ts';

/** A real Redis for one test. It keeps nothing on disk, so it is empty after a restart. */
export interface TestRedis extends RealServer {
  /** For example `redis://127.0.0.1:15000`. */
  readonly url: string;
}

const image = 'redis:7.4-alpine';

/** Starts a Redis on a free port of 127.0.0.1: `redis-server` of this machine, else a container. */
export async function startRedis(): Promise<TestRedis> {
  const part = findPart('redis');
  if (!part.isAvailable) throw new TestingError('part_missing', `Redis cannot be started: ${part.reason}`);
  const server =
    part.from === 'docker'
      ? await startContainerServer({ name: 'Redis', image, containerPort: 6379, readyLog: /Ready to accept/ })
      : await startLocalServer({ name: 'Redis', prepare });
  return { ...server, url: `redis://127.0.0.1:${server.port}` };
}

async function prepare(directory: string) {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: directory };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const command = ['redis-server', ...options] as [string, ...string[]];
  const probe = {
    port,
    request: Buffer.from('PING\r\n'),
    isReady: (answer: Uint8Array) => Buffer.from(answer).toString().startsWith('+PONG'),
  };
  return { command, probe };
}
