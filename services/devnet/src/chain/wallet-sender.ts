import { writeBag } from '@tonriver/boc';
import type { ChainBuilder } from '@tonriver/chain-builder';
import type { AccountAddress } from '@tonriver/chain-model';
import type { ExternalQueue, TransferOrder, Wallet } from '@tonriver/devnet-chain';
import type { AcceptedMessage, AcceptMessages } from './accept-messages.ts';
import { leadingNumber } from './leading-number.ts';

export interface WalletSenderDependencies {
  readonly chain: ChainBuilder;
  readonly queue: Pick<ExternalQueue, 'waitingFor'>;
  readonly messages: Pick<AcceptMessages, 'acceptMade'>;
  /** Seconds since 1970 by the chain's clock. */
  readonly now: () => number;
}

/** Has wallets of the devnet send, by messages like those of anybody else. */
export interface WalletSender {
  send(wallet: Wallet, order: Omit<TransferOrder, 'seqno' | 'validUntil'>): Promise<AcceptedMessage>;
  /** Number of the wallet's next message, behind those that wait. */
  seqno(wallet: AccountAddress): number;
}

const VALID_SECONDS = 3_600;

export function createWalletSender({ chain, queue, messages, now }: WalletSenderDependencies): WalletSender {
  const seqno = (wallet: AccountAddress): number =>
    leadingNumber(chain.account(wallet.workchain, wallet.hash)) + queue.waitingFor(wallet).length;
  return {
    send: (wallet, order) =>
      messages.acceptMade(wallet.address, () => {
        const numbered = { ...order, seqno: seqno(wallet.address), validUntil: now() + VALID_SECONDS };
        return writeBag([wallet.transfer(numbered)]);
      }),
    seqno,
  };
}
