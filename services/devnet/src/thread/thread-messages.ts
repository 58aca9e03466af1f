import type { MessagePort } from 'node:worker_threads';
import type { ErrorFields } from '@tonriver/errors';
import type { ChainIdentity } from '@tonriver/devnet-store';
import type { Devnet, DevnetConfig, OpenWallet } from '../chain/open-devnet.ts';
import type { MadeRound } from '../chain/make-round.ts';

/** What the thread of the chain is started with. */
export interface ThreadData {
  readonly config: DevnetConfig;
  readonly port: MessagePort;
}

/** The methods that are called over the port: all of a devnet's but those that run and end it. */
export type RemoteMethod = Exclude<keyof Devnet, 'identity' | 'wallets' | 'faucetAddress' | 'run' | 'close'>;

/** What the main thread sends. */
export type ThreadRequest =
  | { readonly kind: 'call'; readonly id: number; readonly method: RemoteMethod; readonly values: readonly unknown[] }
  /** Rounds are made from now on. */
  | { readonly kind: 'run' }
  | { readonly kind: 'stop' };

/** An error as it crosses the threads. `code` null: not one that was thrown on purpose. */
export interface ThreadFailure {
  readonly code: string | null;
  readonly message: string;
  readonly fields: ErrorFields;
  readonly isRetryable: boolean;
  readonly causeText: string | null;
}

/** What the thread of the chain sends. */
export type ThreadAnswer =
  | {
      readonly kind: 'ready';
      readonly identity: ChainIdentity;
      readonly wallets: readonly OpenWallet[];
      readonly faucetAddress: string;
    }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: ThreadFailure }
  | { readonly kind: 'round'; readonly round: MadeRound }
  /** The thread ends: after `stop`, or by an error. */
  | { readonly kind: 'ended'; readonly failure: ThreadFailure | null };
