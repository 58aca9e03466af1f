import { workerData } from 'node:worker_threads';
import { createThreadCalls } from '@tonriver/thread-calls';
import { type Devnet, openDevnet } from '../chain/open-devnet.ts';
import { type DevnetThread, type RoundListener, SERVICE, type ThreadData } from './thread-messages.ts';

// The thread of the chain: blocks, the disk, and the threads of the virtual machine.
const { config, port } = workerData as ThreadData;
const calls = createThreadCalls({ port, errorClasses: {} });
const { onRound } = calls.remote<RoundListener>(SERVICE.rounds)(['onRound']);
const closing = new AbortController();
let devnet: Devnet | undefined;
let running: Promise<void> | undefined;

calls.offer(SERVICE.thread, {
  async open() {
    devnet = await openDevnet(config, (round) => {
      // Nobody waits for the listener. If it fails, this thread ends with its error, which `run` then rejects with.
      void onRound(round);
    });
    calls.offer(SERVICE.devnet, devnet);
    const { identity, wallets, faucetAddress } = devnet;
    return { identity, wallets, faucetAddress };
  },
  async run({ signal }) {
    if (devnet === undefined) throw new TypeError('The devnet is not open');
    running = devnet.run(AbortSignal.any([signal, closing.signal]));
    await running;
  },
  async close() {
    closing.abort();
    // Who runs the devnet gets its error.
    await running?.catch(() => undefined);
    await devnet?.close();
  },
} satisfies DevnetThread);
