import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { TestingError } from '../testing-error.ts';

/**
 * Ports below the range that Linux (from 32768) uses for outgoing connections, so that the port of a stopped server
 * stays free for its restart.
 */
const portMin = 15_000;
const portMax = 32_000;
const attemptsMax = 50;

/** Returns a random free port of 127.0.0.1, so that two test processes hardly ever choose the same. */
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
