import type { Random } from '@tonriver/chain-builder';
import type { AccountAddress } from '@tonriver/chain-model';
import type { TransferOrder, Wallet } from '@tonriver/devnet-chain';
import type { Cast } from './cast.ts';
import type { DemoView } from './demo-view.ts';

/** All that one step of the demo is made from. */
export interface Scene {
  readonly cast: Cast;
  readonly view: DemoView;
  readonly random: Random;
  /** Tells the messages of the demo apart. */
  readonly queryId: bigint;
}

/** A transfer that a wallet is to send. */
export interface Sending {
  readonly from: Wallet;
  readonly order: Omit<TransferOrder, 'seqno' | 'validUntil'>;
}

/** One kind of traffic. */
export interface Act {
  readonly name: string;
  /** How often it comes, beside the other acts. */
  readonly weight: number;
  /** Returns undefined when the chain has nothing for it yet, such as nobody who owns what it needs. */
  readonly make: (scene: Scene) => Sending | undefined;
}

const GRAM = 1_000_000_000;

/** Grams in nanograms. */
export function grams(amount: number): bigint {
  return BigInt(Math.round(amount * GRAM));
}

/** A transfer that bounces when its destination does not take it. */
export function sending(
  from: Wallet,
  to: AccountAddress,
  amount: bigint,
  more: Partial<Sending['order']> = {},
): Sending {
  return { from, order: { to, amount, bounce: true, ...more } };
}
