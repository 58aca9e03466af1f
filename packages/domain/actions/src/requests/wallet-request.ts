import { BocError, type CellSlice, serializeRemainder } from '@tonriver/boc';
import { loadAddress } from '../bodies/address.ts';

/** A message that a wallet is asked to send. */
export interface RequestedMessage {
  readonly destination: string | null;
  readonly value: bigint;
  readonly isBounceable: boolean;
  readonly opcode: number | null;
  /** The body as a bag of cells. */
  readonly body: Uint8Array;
  readonly bodySlice: CellSlice;
  /** Hash of the message's cell. */
  readonly hash: Uint8Array;
}

/** The most messages that any wallet sends at once (v5: 255). */
const messagesMax = 255;

/**
 * The messages that an external message asks a wallet to send, read as for wallet v3, v4 and v5; the first reading that
 * fits counts. A body that fits none gives an empty list.
 */
export function readWalletRequest(body: () => CellSlice): RequestedMessage[] {
  for (const reader of [readV3, readV5]) {
    try {
      const messages = reader(body());
      if (messages !== undefined) return messages;
    } catch (error) {
      if (!(error instanceof BocError)) throw error;
    }
  }
  return [];
}

const V3_BITS = 512 + 32 + 32 + 32;

/**
 * `{signature 512 bits, subwallet u32, valid_until u32, seqno u32, messages as (mode u8, ^message)}`. Wallet v4 has an
 * operation u8 after seqno: the messages are the same. Undefined for what an error would cost more to find.
 */
function readV3(slice: CellSlice): RequestedMessage[] | undefined {
  if (slice.remainingBits < V3_BITS) return undefined;
  const messages: RequestedMessage[] = [];
  while (slice.remainingRefs > 0) {
    const message = slice.loadRefSlice();
    if (isListOfActions(message)) return undefined;
    messages.push(readRequestedMessage(message));
  }
  return messages;
}

/** The list of wallet v5: as a message it would end within an address. */
function isListOfActions(slice: CellSlice): boolean {
  return slice.remainingBits === SEND_ACTION_BITS && slice.preloadUint(32) === sendMessageAction;
}

const V5_BITS = 32 + 32 + 32 + 32;
/** `action_send_msg#0ec3c86d mode:(## 8)` */
const SEND_ACTION_BITS = 40;

/** `{op u32, wallet_id u32, valid_until u32, seqno u32, ?^ list of out actions}`, the newest action outermost. */
function readV5(slice: CellSlice): RequestedMessage[] | undefined {
  if (slice.remainingBits <= V5_BITS) return undefined;
  slice.skipBits(V5_BITS);
  const messages: RequestedMessage[] = [];
  let list = slice.loadBit() ? slice.loadRefSlice() : null;
  while (list !== null && list.remainingRefs > 0 && messages.length < messagesMax) {
    const previous: CellSlice = list.loadRefSlice();
    if (list.remainingBits >= SEND_ACTION_BITS && list.loadUint(32) === sendMessageAction) {
      messages.push(readRequestedMessage(list.loadRefSlice()));
    }
    list = previous;
  }
  return messages.reverse();
}

/** `action_send_msg#0ec3c86d` */
const sendMessageAction = 0x0ec3c86d;

/** An internal message (`MessageRelaxed`) up to its body. */
export function readRequestedMessage(slice: CellSlice): RequestedMessage {
  const hash = slice.bag.hash(slice.cell);
  if (slice.loadBit()) throw new BocError('cell_bad_value', 'The message is not an internal one');
  slice.skipBits(1);
  const isBounceable = slice.loadBit();
  slice.skipBits(1);
  loadAddress(slice);
  const destination = loadAddress(slice);
  const value = slice.loadCoins();
  if (slice.loadBit()) slice.skipRefs(1);
  slice.loadCoins();
  slice.loadCoins();
  slice.skipBits(64 + 32);
  skipStateInit(slice);
  const bodySlice = slice.loadBit() ? slice.loadRefSlice() : slice.clone();
  const opcode = bodySlice.remainingBits < 32 ? null : bodySlice.preloadUint(32);
  return { destination, value, isBounceable, opcode, body: serializeRemainder(bodySlice), bodySlice, hash };
}

/** `Maybe (Either StateInit ^StateInit)` */
function skipStateInit(slice: CellSlice): void {
  if (!slice.loadBit()) return;
  if (slice.loadBit()) {
    slice.skipRefs(1);
    return;
  }
  if (slice.loadBit()) slice.skipBits(5);
  if (slice.loadBit()) slice.skipBits(2);
  for (let part = 0; part < 3; part += 1) if (slice.loadBit()) slice.skipRefs(1);
}
