import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestingError } from '../testing-error.ts';
import type { SupervisedProcess } from './supervised-process.ts';

/** A request to a TCP port, and how to recognise the answer "ready". */
export interface ReadinessProbe {
  readonly port: number;
  readonly request: Uint8Array;
  readonly isReady: (answer: Uint8Array) => boolean;
}

const readyTimeoutMs = 60_000;
const answerTimeoutMs = 1_000;
const pauseMs = 50;

/** Asks until a server is ready. Rejects with its last output when it exits or the time is up. */
export async function waitUntilReady(name: string, server: SupervisedProcess, probe: ReadinessProbe): Promise<void> {
  const deadline = performance.now() + readyTimeoutMs;
  while (!(await answersAsReady(probe))) {
    if (server.hasExited() || performance.now() > deadline) {
      const what = server.hasExited() ? 'exited' : `was not ready within ${readyTimeoutMs} ms`;
      throw new TestingError('part_did_not_start', `${name} ${what}:\n${server.output()}`);
    }
    await sleep(pauseMs);
  }
}

function answersAsReady({ port, request, isReady }: ReadinessProbe): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(answerTimeoutMs, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('connect', () => socket.write(request));
    socket.once('data', (answer: Uint8Array) => settle(isReady(answer)));
  });
}
