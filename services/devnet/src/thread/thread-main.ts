import { workerData } from 'node:worker_threads';
import { openDevnet } from '../chain/open-devnet.ts';
import { failureOf } from './thread-failure.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './thread-messages.ts';

// The thread of the chain: blocks, the disk, and the threads of the virtual machine.
const { config, port } = workerData as ThreadData;
const stopping = new AbortController();
const post = (answer: ThreadAnswer): void => port.postMessage(answer);

try {
  const devnet = await openDevnet(config, (round) => post({ kind: 'round', round }));
  let running: Promise<void> | undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    port.on('message', (request: ThreadRequest) => {
      switch (request.kind) {
        case 'run':
          running ??= devnet.run(stopping.signal);
          running.catch(reject);
          return;
        case 'stop':
          stopping.abort();
          return resolve();
        case 'call': {
          const { id, method, values } = request;
          const call = devnet[method] as (...values: readonly unknown[]) => unknown;
          void Promise.resolve()
            .then(() => call(...values))
            .then(
              (result) => post({ kind: 'result', id, result }),
              (error: unknown) => post({ kind: 'failure', id, failure: failureOf(error) }),
            );
        }
      }
    });
  });
  const { identity, wallets, faucetAddress } = devnet;
  post({ kind: 'ready', identity, wallets, faucetAddress });
  try {
    await stopped;
    await running;
  } finally {
    await devnet.close();
  }
  post({ kind: 'ended', failure: null });
} catch (error) {
  post({ kind: 'ended', failure: failureOf(error) });
}
port.close();
