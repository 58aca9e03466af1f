import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { MadeRound } from '../chain/make-round.ts';
import type { Devnet, DevnetConfig } from '../chain/open-devnet.ts';
import { DevnetError } from '../devnet-error.ts';
import { createDeferred } from './deferred.ts';
import { createPendingCalls } from './pending-calls.ts';
import { errorOf } from './thread-failure.ts';
import type { RemoteMethod, ThreadAnswer, ThreadData, ThreadRequest } from './thread-messages.ts';

type Remote = {
  [Method in RemoteMethod]: (...values: Parameters<Devnet[Method]>) => Promise<Awaited<ReturnType<Devnet[Method]>>>;
};

/** A devnet in a thread of its own, so that building blocks never holds up the loop that answers requests. */
export interface ChainThread extends Remote, Pick<Devnet, 'identity' | 'wallets' | 'faucetAddress'> {
  /** Makes rounds until the signal aborts; `onRound` gets each when it is durable. Rejects when the thread fails. */
  run(signal: AbortSignal, onRound: (round: MadeRound) => void): Promise<void>;
  /** Ends after the round that is being made. */
  close(): Promise<void>;
}

/** Memory of the thread's heap: the whole state of the chain is in it. */
const HEAP_MB = { old: 4_096, young: 64 } as const;
const METHODS: readonly RemoteMethod[] = [
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
];

/** Starts the thread and opens the devnet in it. @throws the error that kept the devnet from opening */
export async function startChainThread(config: DevnetConfig): Promise<ChainThread> {
  const { worker, port } = startThread(config);
  const calls = createPendingCalls();
  let onRound: (round: MadeRound) => void = () => undefined;
  const ready = createDeferred<Extract<ThreadAnswer, { readonly kind: 'ready' }>>();
  const ended = createDeferred<void>();
  const end = (error: Error | undefined): void => {
    const reason = error ?? new DevnetError('thread_ended', 'The devnet has stopped');
    calls.rejectAll(reason);
    ready.reject(reason);
    if (error === undefined) ended.resolve();
    else ended.reject(error);
  };
  worker.on('error', end);
  worker.on('exit', () => end(undefined));
  port.on('message', (answer: ThreadAnswer) => {
    switch (answer.kind) {
      case 'ready':
        return ready.resolve(answer);
      case 'round':
        return onRound(answer.round);
      case 'result':
        return calls.resolve(answer.id, answer.result);
      case 'failure':
        return calls.reject(answer.id, answer.failure);
      case 'ended':
        return end(answer.failure === null ? undefined : errorOf(answer.failure));
    }
  });
  // Whoever runs or closes the devnet gets the error.
  ended.promise.catch(() => undefined);
  const { identity, wallets, faucetAddress } = await ready.promise;
  const send = (request: ThreadRequest): void => port.postMessage(request);
  return {
    ...remoteMethods((method, values) => calls.begin((id) => send({ kind: 'call', id, method, values }))),
    identity,
    wallets,
    faucetAddress,
    async run(signal, listener) {
      onRound = listener;
      send({ kind: 'run' });
      signal.addEventListener('abort', () => send({ kind: 'stop' }), { once: true });
      if (signal.aborted) send({ kind: 'stop' });
      await ended.promise;
    },
    async close() {
      send({ kind: 'stop' });
      // The error of a devnet that failed was given to `run`.
      await ended.promise.catch(() => undefined);
      await worker.terminate();
    },
  };
}

function startThread(config: DevnetConfig): { readonly worker: Worker; readonly port: MessagePort } {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./thread-start.mjs', import.meta.url), {
    workerData: { config, port: port2 } satisfies ThreadData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB.old, maxYoungGenerationSizeMb: HEAP_MB.young },
    execArgv: [],
  });
  return { worker, port };
}

function remoteMethods(call: (method: RemoteMethod, values: readonly unknown[]) => Promise<unknown>): Remote {
  const methods = METHODS.map((method) => [method, (...values: readonly unknown[]) => call(method, values)] as const);
  return Object.fromEntries(methods) as unknown as Remote;
}
