import type { MessagePort } from 'node:worker_threads';
import type { MadeRound } from '../chain/make-round.ts';
import type { Devnet, DevnetConfig } from '../chain/open-devnet.ts';

/** What the thread of the chain is started with. */
export interface ThreadData {
  readonly config: DevnetConfig;
  readonly port: MessagePort;
}

/** What the main thread asks of the thread itself. */
export interface DevnetThread {
  /** Resolves when the devnet is open. */
  open(): Promise<Pick<Devnet, 'identity' | 'wallets' | 'faucetAddress'>>;
  /** Makes rounds until the signal aborts, or `close` is called. */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Ends after the round that is being made. */
  close(): Promise<void>;
}

/** What the thread tells the main thread. */
export interface RoundListener {
  /** Called with each round when it is durable. */
  onRound(round: MadeRound): void;
}

/** The names of the services of the two threads. */
export const SERVICE = { thread: 'thread', devnet: 'devnet', rounds: 'rounds' } as const;
