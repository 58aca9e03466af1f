import { Bag } from '@tonriver/boc';
import type { ChainBuilder } from '@tonriver/chain-builder';
import { type AccountAddress, loadAccount } from '@tonriver/chain-model';
import type { Demo, DemoView } from '@tonriver/devnet-demo';
import { DevnetError } from '../devnet-error.ts';
import type { WalletSender } from './wallet-sender.ts';

/** What a demo has done since the start of the process. */
export interface DemoCounts {
  /** Messages that were accepted, by their name. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly refused: number;
  /** The last message that was refused, and why. */
  readonly lastRefusal: { readonly name: string; readonly reason: string } | null;
}

export interface DemoTraffic {
  /**
   * Sends the next message, in the background: a round does not wait for it, and the next one sends nothing while it is
   * being tried. Throws the error of an earlier message that the chain cannot live with.
   */
  afterRound(): void;
  counts(): DemoCounts;
  /** Resolves when nothing is being tried any more. */
  settle(): Promise<void>;
}

export interface DemoTrafficDependencies {
  readonly demo: Demo;
  readonly chain: ChainBuilder;
  readonly sender: WalletSender;
  /** Seconds since 1970 by the chain's clock. */
  readonly now: () => number;
}

export function createDemoTraffic({ demo, chain, sender, now }: DemoTrafficDependencies): DemoTraffic {
  let counts: DemoCounts = { accepted: {}, refused: 0, lastRefusal: null };
  let trying: Promise<void> | undefined;
  let failure: unknown;

  const sendNext = async (): Promise<void> => {
    const message = demo.next(viewOf(chain, sender, now()));
    if (message === undefined) return;
    const { name, from, order } = message;
    try {
      await sender.send(from, order);
      const accepted = { ...counts.accepted, [name]: (counts.accepted[name] ?? 0) + 1 };
      counts = { ...counts, accepted };
    } catch (error) {
      // The queue may be full of the messages of others; every other error is one of the process.
      if (!(error instanceof DevnetError) || !['message_refused', 'overloaded'].includes(error.code)) throw error;
      counts = { ...counts, refused: counts.refused + 1, lastRefusal: { name, reason: error.message } };
    }
  };
  return {
    afterRound() {
      if (failure !== undefined) throw failure;
      trying ??= sendNext()
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          trying = undefined;
        });
    },
    counts: () => counts,
    async settle() {
      await trying;
    },
  };
}

function viewOf(chain: ChainBuilder, sender: WalletSender, now: number): DemoView {
  const account = ({ workchain, hash }: AccountAddress) => {
    const bag = Bag.of(chain.account(workchain, hash).cell);
    return { bag, storage: loadAccount(bag, bag.root)?.storage };
  };
  return {
    now,
    balance: (address) => account(address).storage?.balance.grams ?? 0n,
    data(address) {
      const { bag, storage } = account(address);
      const data = storage?.state.stateInit?.data ?? null;
      return data === null ? undefined : bag.toCell(data);
    },
    seqno: (wallet) => sender.seqno(wallet),
  };
}
