import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  type StateInit,
  standardAddress,
  storeStateInit,
  writeExternalMessage,
} from '@tonriver/chain-model';
import { walletCode } from './wallet-code.ts';

/** A wallet whose key is known. Its key follows from a seed text, so it must never hold anything of value. */
export interface Wallet {
  readonly address: AccountAddress;
  /** Its state before its first message. */
  readonly state: StateInit<Cell>;
  readonly publicKey: Uint8Array;
  /** The 32 secret bytes from which Ed25519 makes the key pair (RFC 8032). */
  readonly secretSeed: Uint8Array;
  /** Returns an external message that makes the wallet send one transfer. */
  transfer(order: TransferOrder): Cell;
}

/** One transfer of a wallet. */
export interface TransferOrder extends Transfer {
  /** The wallet's number of the message: 0 for its first. */
  readonly seqno: number;
  /** Seconds since 1970 after which the wallet refuses the message. */
  readonly validUntil: number;
  /** Transfers beside the first, at most three. */
  readonly others?: readonly Transfer[];
}

/** A message that a wallet sends. */
interface Transfer {
  readonly to: AccountAddress;
  /** Nanograms. */
  readonly amount: bigint;
  readonly bounce: boolean;
  /** Deploys the destination. */
  readonly state?: StateInit<Cell>;
  readonly body?: Cell;
}

const WALLET_ID = 698_983_191;
/** PKCS #8 around the 32 secret bytes of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Pay the fees apart, and go on when an action fails. */
const SEND_MODE = 3;

/** Creates the wallet of a seed text in the basechain. Equal texts give equal wallets. */
export function createWallet(seed: string): Wallet {
  const secretSeed = createHash('sha256').update(seed).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secretSeed]), format: 'der', type: 'pkcs8' });
  const encoded = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = Uint8Array.from(encoded.subarray(encoded.length - 32));
  const code = walletCode();
  const data = new CellBuilder().storeUint(0, 32).storeUint(WALLET_ID, 32).storeBytes(publicKey).storeBit(0).endCell();
  const state = { fixedPrefixLength: null, special: null, code, data, library: null };
  const address: AccountAddress = { workchain: 0, hash: stateCell(state).hash() };
  return {
    address,
    state,
    publicKey,
    secretSeed,
    transfer: (order) => writeExternalMessage({ destination: standardAddress(address), body: signedBody(key, order) }),
  };
}

function stateCell(state: StateInit<Cell>): Cell {
  const builder = new CellBuilder();
  storeStateInit(builder, state);
  return builder.endCell();
}

function signedBody(key: KeyObject, order: TransferOrder): Cell {
  const content = storeOrder(new CellBuilder(), order).endCell();
  const signature = sign(null, content.hash(), key);
  return storeOrder(new CellBuilder().storeBytes(signature), order).endCell();
}

/** `wallet_id valid_until seqno op:uint8 (mode:uint8 message:^…)…`: as the wallet reads it, where operation 0 sends. */
function storeOrder(builder: CellBuilder, order: TransferOrder): CellBuilder {
  builder.storeUint(WALLET_ID, 32).storeUint(order.validUntil, 32).storeUint(order.seqno, 32).storeUint(0, 8);
  for (const transfer of [order, ...(order.others ?? [])]) {
    builder.storeUint(SEND_MODE, 8).storeRef(outgoing(transfer));
  }
  return builder;
}

/** The message that the wallet is to send. The wallet's own address and fees are filled in by the virtual machine. */
function outgoing({ to, amount, bounce, state, body }: Transfer): Cell {
  const builder = new CellBuilder();
  // int_msg_info$0 ihr_disabled:1 bounce bounced:0 src:addr_none$00
  builder.storeUint(0b01, 2).storeBit(bounce).storeBit(0).storeUint(0, 2);
  builder.storeUint(0b100, 3).storeInt(to.workchain, 8).storeBytes(to.hash);
  builder.storeCoins(amount);
  // No extra currencies, fees, lt and time.
  builder
    .storeUint(0, 1 + 4 + 4)
    .storeUint(0, 64)
    .storeUint(0, 32);
  if (state === undefined) builder.storeBit(0);
  else builder.storeUint(0b11, 2).storeRef(stateCell(state));
  if (body === undefined) return builder.storeBit(0).endCell();
  return builder.storeBit(1).storeRef(body).endCell();
}
