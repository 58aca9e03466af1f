import { ActionsError } from '../actions-error.ts';
import type { AccountInterfaces, Interfaces, JettonWallet, NftAuction, NftItem, NftSale } from '../trace/interfaces.ts';

/**
 * Steps of matching that one trace may take: a trace of 4,000 transactions that is nothing but swaps takes about a
 * tenth.
 */
const stepsMax = 20_000_000;

/** What matchers may ask, and the bound on their work. */
export class Context {
  readonly #interfaces: Interfaces;
  #stepsLeft = stepsMax;

  constructor(interfaces: Interfaces) {
    this.#interfaces = interfaces;
  }

  /** Counts work. Throws `too_much_work`. */
  count(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) {
      throw new ActionsError('too_much_work', 'Matching the trace takes too many steps', { stepsMax });
    }
  }

  account(address: string | null): AccountInterfaces | undefined {
    return address === null ? undefined : this.#interfaces.get(address);
  }

  jettonWallet(address: string | null): JettonWallet | undefined {
    return this.account(address)?.jettonWallet;
  }

  nftItem(address: string | null): NftItem | undefined {
    return this.account(address)?.nftItem;
  }

  nftSale(address: string | null): NftSale | undefined {
    return this.account(address)?.nftSale;
  }

  nftAuction(address: string | null): NftAuction | undefined {
    return this.account(address)?.nftAuction;
  }
}
