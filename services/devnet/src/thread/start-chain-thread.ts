import { MessageChannel } from 'node:worker_threads';
import { createThreadCalls, type Remote, startThread } from '@tonriver/thread-calls';
import type { MadeRound } from '../chain/make-round.ts';
import type { Devnet, DevnetConfig } from '../chain/open-devnet.ts';
import { DevnetError } from '../devnet-error.ts';
import { type DevnetThread, type RoundListener, SERVICE, type ThreadData } from './thread-messages.ts';

const METHODS = [
  'send',
  'give',
  'changeConfig',
  'message',
  'round',
  'block',
  'zeroState',
  'status',
  'snapshot',
  'makeRounds',
  'pause',
  'resume',
  'advanceClock',
] as const;

/** A devnet in a thread of its own, so that building blocks never holds up the loop that answers requests. */
export interface ChainThread
  extends Remote<Devnet, (typeof METHODS)[number]>,
    Pick<Devnet, 'identity' | 'wallets' | 'faucetAddress'> {
  /** Makes rounds until the signal aborts; `onRound` gets each when it is durable. Rejects when the thread fails. */
  run(signal: AbortSignal, onRound: (round: MadeRound) => void): Promise<void>;
  /** Ends after the round that is being made. */
  close(): Promise<void>;
}

/** Memory of the thread's heap: the whole state of the chain is in it. */
const HEAP_MB = { old: 4_096, young: 64 } as const;

/** Starts the thread and opens the devnet in it. @throws the error that kept the devnet from opening */
export async function startChainThread(config: DevnetConfig): Promise<ChainThread> {
  const { port1: port, port2: portOfThread } = new MessageChannel();
  const worker = startThread(new URL('./thread-main.ts', import.meta.url), {
    workerData: { config, port: portOfThread } satisfies ThreadData,
    transferList: [portOfThread],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB.old, maxYoungGenerationSizeMb: HEAP_MB.young },
  });
  const calls = createThreadCalls({ port, errorClasses: {} });
  worker.on('error', (error: Error) => calls.end(error));
  let hasEnded = false;
  worker.on('exit', () => {
    hasEnded = true;
    calls.end(new DevnetError('thread_ended', 'The devnet has stopped'));
    port.close();
  });
  let listener: RoundListener['onRound'] = () => undefined;
  calls.offer(SERVICE.rounds, { onRound: (round) => listener(round) } satisfies RoundListener);
  const thread = calls.remote<DevnetThread>(SERVICE.thread)(['open', 'run', 'close']);
  try {
    const opened = await thread.open();
    return {
      ...calls.remote<Devnet>(SERVICE.devnet)(METHODS),
      ...opened,
      async run(signal, onRound) {
        listener = onRound;
        await thread.run({ signal });
      },
      async close() {
        // Who runs the devnet was given the error of a thread that failed.
        if (hasEnded) return;
        try {
          await thread.close();
        } finally {
          await worker.terminate();
        }
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
