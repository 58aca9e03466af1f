import { type Bag, serializeTree } from '@tonriver/boc';
import {
  formatAddress,
  type Message,
  type MessageAddress,
  messageBodyHash,
  messageBodySlice,
  normalisedMessageHash,
  rewrittenAddress,
} from '@tonriver/chain-model';
import { hashPrefixOf, type MessageRow } from '@tonriver/row-schema';
import type { BlockPlace } from './block-place.ts';
import type { BlockTables } from './block-tables.ts';
import { addStateInit, stateInitHash } from './state-init-rows.ts';

const noHash = new Uint8Array(32);
const noBytes = new Uint8Array(0);
const OPCODE_BITS = 32;

/** The key of a message's rows: the transaction that received or sent it, and its position there. */
export interface MessageKey {
  readonly account: Uint8Array;
  readonly lt: bigint;
  readonly direction: 'in' | 'out';
  readonly position: number;
}

/** The hashes of a message that trace assembly needs. */
export interface MessageHashes {
  readonly hash: Uint8Array;
  readonly norm: Uint8Array | null;
}

/** Values that all rows of a message share. Computed once: most messages are sent and received in the same block. */
interface MessageFacts extends MessageHashes {
  readonly bodyHash: Uint8Array;
  readonly opcode: number | null;
  readonly initHash: Uint8Array | null;
  readonly source: AddressColumns;
  readonly destination: AddressColumns;
  /** The message itself, if it cannot be rebuilt exactly from its columns; otherwise empty. */
  readonly rawBoc: Uint8Array;
}

/** What is known of messages of one bag, by their cells. */
export type KnownMessages = Map<number, MessageFacts>;

/** Adds one message: its row, its look-up rows, and its StateInit if no row with that hash was added yet. */
export function addMessageRows(
  tables: BlockTables,
  bag: Bag,
  message: Message,
  key: MessageKey,
  place: BlockPlace,
  added: KnownMessages,
): MessageHashes {
  let facts = added.get(message.cell);
  if (facts === undefined) {
    facts = messageFacts(bag, message);
    if (facts.initHash !== null) addStateInit(tables, bag, message, facts.initHash);
    added.set(message.cell, facts);
  } else {
    // A third use is rare.
    added.delete(message.cell);
  }
  tables.messages.add(messageRow(message, key, place, facts));

  const { hash, norm, bodyHash, opcode } = facts;
  addMessagePlace(tables, hash, false, key, place);
  if (norm !== null && Buffer.compare(norm, hash) !== 0) addMessagePlace(tables, norm, true, key, place);
  const { account, lt, direction, position } = key;
  const { workchain, round: mcBlockSeqno, rowVersion } = place;
  tables.bodyHashes.add({ bodyHash, lt, workchain, account, direction, position, mcBlockSeqno, rowVersion });
  if (opcode !== null) {
    tables.opcodes.add({ opcode, lt, workchain, account, direction, position, mcBlockSeqno, rowVersion });
  }
  return facts;
}

function addMessagePlace(
  tables: BlockTables,
  hash: Uint8Array,
  isNorm: boolean,
  { lt, direction, position }: MessageKey,
  { workchain, shard, seqno, round: mcBlockSeqno, rowVersion }: BlockPlace,
): void {
  const hashPrefix = hashPrefixOf(hash);
  tables.messagePlaces.add({
    hashPrefix,
    lt,
    workchain,
    shard,
    seqno,
    direction,
    position,
    isNorm,
    mcBlockSeqno,
    rowVersion,
  });
}

/**
 * Returns the row of a message. `addMessageRows` adds the same one.
 *
 * @param known what is known of messages of this bag, by their cells: most have two rows in a part
 */
export function messageRowOf(
  bag: Bag,
  message: Message,
  key: MessageKey,
  place: BlockPlace,
  known: KnownMessages,
): MessageRow {
  let facts = known.get(message.cell);
  if (facts === undefined) {
    facts = messageFacts(bag, message);
    known.set(message.cell, facts);
  }
  return messageRow(message, key, place, facts);
}

function messageFacts(bag: Bag, message: Message): MessageFacts {
  const { info } = message;
  const source = addressColumns(info.source);
  const destination = addressColumns(info.destination);
  const needsRawCell = !message.isCanonical || source.hasAnycast || destination.hasAnycast;
  return {
    hash: bag.hash(message.cell),
    norm: info.type === 'external_in' ? normalisedMessageHash(bag, message) : null,
    bodyHash: messageBodyHash(bag, message),
    opcode: opcodeOf(bag, message),
    initHash: message.init === null ? null : stateInitHash(bag, message, message.init),
    source,
    destination,
    rawBoc: needsRawCell ? serializeTree(bag, message.cell) : noBytes,
  };
}

/** Returns the first 32 bits of the body; null when it has fewer, or is an exotic cell without bits of its own. */
export function opcodeOf(bag: Bag, message: Parameters<typeof messageBodySlice>[1]): number | null {
  if (message.bodyLayout === 'reference' && bag.isExotic(message.body)) return null;
  const body = messageBodySlice(bag, message);
  return body.remainingBits < OPCODE_BITS ? null : body.preloadUint(OPCODE_BITS);
}

function messageRow(message: Message, key: MessageKey, place: BlockPlace, facts: MessageFacts): MessageRow {
  const { info } = message;
  const { source, destination } = facts;
  return {
    workchain: place.workchain,
    account: key.account,
    lt: key.lt,
    direction: key.direction,
    position: key.position,
    blockShard: place.shard,
    blockSeqno: place.seqno,
    mcBlockSeqno: place.round,
    hash: facts.hash,
    hashNorm: facts.norm,
    kind: info.type,
    sourceType: source.type,
    sourceWorkchain: source.workchain,
    sourceAccount: source.account,
    sourceText: source.text,
    destinationType: destination.type,
    destinationWorkchain: destination.workchain,
    destinationAccount: destination.account,
    destinationText: destination.text,
    value: info.value?.grams ?? null,
    valueExtra: info.value?.extra ?? [],
    fwdFee: info.forwardFee,
    ihrFee: info.ihrFee,
    importFee: info.importFee,
    createdLt: info.createdLt,
    createdAt: info.createdAt,
    ihrDisabled: info.ihrDisabled,
    bounce: info.bounce,
    bounced: info.bounced,
    opcode: facts.opcode,
    bodyHash: facts.bodyHash,
    bodyInReference: message.bodyLayout === 'reference',
    initHash: facts.initHash,
    initInReference: message.initLayout === 'reference',
    rawBoc: facts.rawBoc,
    rowVersion: place.rowVersion,
  };
}

interface AddressColumns {
  readonly type: MessageAddress['type'];
  readonly workchain: number;
  readonly account: Uint8Array;
  readonly text: string;
  readonly hasAnycast: boolean;
}

function addressColumns(address: MessageAddress): AddressColumns {
  switch (address.type) {
    case 'none':
      return { type: 'none', workchain: 0, account: noHash, text: '', hasAnycast: false };
    case 'extern':
      return { type: 'extern', workchain: 0, account: noHash, text: formatAddress(address), hasAnycast: false };
    case 'std': {
      const target = address.anycast === null ? address : rewrittenAddress(address);
      const account = target.type === 'std' ? target.hash : noHash;
      return { type: 'std', workchain: address.workchain, account, text: '', hasAnycast: address.anycast !== null };
    }
    case 'var': {
      const { workchain, anycast } = address;
      return { type: 'var', workchain, account: noHash, text: formatAddress(address), hasAnycast: anycast !== null };
    }
  }
}
