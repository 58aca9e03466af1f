import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { TestingError } from '../testing-error.ts';

/**
 * Below the range from which Linux (32768) takes ports of outgoing connections: a server that is restarted must find
 * its port free again.
 */
const portMin = 15_000;
const portMax = 32_000;
const attemptsMax = 50;

/** A port of 127.0.0.1 that was free a moment ago. Random, so two test processes hardly ever choose the same. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = randomInt(portMin, portMax);
    if (await isFree(port)) return port;
  }
  throw new TestingError('part_did_not_start', `No free port found in ${attemptsMax} attempts`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
