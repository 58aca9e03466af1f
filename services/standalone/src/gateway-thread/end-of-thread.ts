import type { MessagePort, Worker } from 'node:worker_threads';
import { GatewayThreadError } from './gateway-thread-error.ts';

/** For how long the reason may come behind the end of the port. */
const REASON_MS = 500;

/**
 * Rejects when the thread ends, which it never does by itself. Its port tells it too: the thread is gone for Node only
 * when all that it asked of the engine has ended, which may never be.
 *
 * @param port of this side
 */
export function endOfThread(worker: Worker, port: MessagePort): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new GatewayThreadError('thread_ended', `The thread of the API ended with ${code}`)),
    );
    port.on('close', () => {
      const told = (): void => reject(new GatewayThreadError('thread_ended', 'The thread of the API closed its port'));
      setTimeout(told, REASON_MS);
    });
  });
}
