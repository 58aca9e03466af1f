import { type Cell, writeBag } from '@tonriver/boc';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import type { Wallet } from '@tonriver/devnet-chain';
import {
  addressOfState,
  jettonMinterState,
  jettonMintBody,
  jettonTransferBody,
  jettonWalletState,
  onChainMetadata,
} from '@tonriver/devnet-contracts';
import { eventually } from '@tonriver/testing';

/** A message that a gateway answered with 200. */
export interface SentTransfer {
  /** Hash of the message, base64. */
  readonly hash: string;
  /** Raw address of the wallet that sends. */
  readonly account: string;
  /** Number of the sending wallet. */
  readonly from: number;
  /** `performance.now()` of the answer. */
  readonly acceptedAtMs: number;
}

/** Wallets that hold a jetton. */
export interface JettonHolders {
  readonly wallets: readonly Wallet[];
  /** Lets a wallet send one unit to an owner. Returns the status and the answer when it was not taken. */
  transfer(
    from: number,
    to: AccountAddress,
  ): Promise<SentTransfer | { readonly status: number; readonly error: string }>;
  /** The next message of a wallet gets the number behind: that of the last one was taken without an answer. */
  skip(from: number): void;
  /** The next message of a wallet, without sending it. */
  message(from: number, to: AccountAddress): Cell;
}

const TON = 1_000_000_000n;
const VALID_SECONDS = 3_600;
const WAIT = { timeoutMs: 180_000, intervalMs: 200 };
const UNITS = 1_000_000n;

/** Lets the first wallet mint jettons for all, and waits until they have them. */
export async function mintForAll(url: string, wallets: readonly Wallet[]): Promise<JettonHolders> {
  const seqnos = wallets.map(() => 0);
  const [first] = wallets;
  const state = jettonMinterState({ admin: first!.address, content: onChainMetadata({ name: 'Brook' }) });
  const minter = addressOfState(state);
  const messageOf = (from: number, order: Omit<Parameters<Wallet['transfer']>[0], 'seqno' | 'validUntil' | 'bounce'>) =>
    wallets[from]!.transfer({
      ...order,
      seqno: seqnos[from]!,
      validUntil: Math.floor(Date.now() / 1_000) + VALID_SECONDS,
      bounce: true,
    });
  const send = async (from: number, message: Cell): Promise<Awaited<ReturnType<JettonHolders['transfer']>>> => {
    const { status, json } = await postMessage(url, message);
    if (json.message_hash === undefined) return { status, error: json.error ?? '' };
    seqnos[from]! += 1;
    const account = formatAccountAddress(wallets[from]!.address);
    return { hash: json.message_hash, account, from, acceptedAtMs: performance.now() };
  };
  const transferMessage = (from: number, to: AccountAddress): Cell => {
    const wallet = addressOfState(jettonWalletState({ owner: wallets[from]!.address, minter }));
    const response = wallets[from]!.address;
    const transfer = { queryId: BigInt(seqnos[from]!), amount: 1n, destination: to, response };
    return messageOf(from, {
      to: wallet,
      amount: TON / 5n,
      body: jettonTransferBody({ ...transfer, forwardAmount: 1n, forwardPayload: null }),
    });
  };
  for (const [index, { address }] of wallets.entries()) {
    const mint = { queryId: 1n, amount: UNITS, response: first!.address, forwardAmount: 0n, forwardPayload: null };
    const body = jettonMintBody({ ...mint, to: address, tonAmount: TON / 5n });
    const order = { to: minter, amount: TON / 2n, body, ...(index === 0 ? { state } : {}) };
    await eventually(async () => 'hash' in (await send(0, messageOf(0, order))), WAIT);
  }
  const last = addressOfState(jettonWalletState({ owner: wallets.at(-1)!.address, minter }));
  await eventually(async () => await isActive(url, last), WAIT);
  return {
    wallets,
    message: transferMessage,
    transfer: (from, to) => send(from, transferMessage(from, to)),
    skip: (from) => void (seqnos[from]! += 1),
  };
}

/** Sends a message through a gateway. */
export async function postMessage(
  url: string,
  message: Cell,
): Promise<{ readonly status: number; readonly json: { readonly message_hash?: string; readonly error?: string } }> {
  const response = await fetch(`${url}/api/v3/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ boc: Buffer.from(writeBag([message])).toString('base64') }),
  });
  return { status: response.status, json: (await response.json()) as { message_hash?: string; error?: string } };
}

async function isActive(url: string, address: AccountAddress): Promise<boolean> {
  const response = await fetch(`${url}/api/v3/addressInformation?address=${formatAccountAddress(address)}`);
  const { status } = (await response.json()) as { readonly status?: string };
  return status === 'active';
}
