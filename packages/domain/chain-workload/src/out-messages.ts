import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  addCurrencyCollections,
  type CurrencyCollection,
  type MessageInfo,
  type StorageUsed,
  storeCurrencyCollection,
  storeMessage,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import { hashKey, type NewMessage, type Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import { addSizes, sizeBelow, sizeOf } from './cell-size.ts';
import type { MessageDraft } from './intent.ts';
import type { MessageNote, MessageNotes } from './message-note.ts';
import { forwardFee } from './prices.ts';

/** The messages of an action phase, and their cost for the account. Nanograms. */
export interface SentMessages {
  readonly messages: readonly NewMessage[];
  readonly keptFees: bigint;
  readonly sentFees: bigint;
  /** The value in the messages, without fees. */
  readonly value: CurrencyCollection;
  readonly size: StorageUsed;
}

/** The money that messages can use. */
export interface Purse {
  readonly balance: CurrencyCollection;
  /** The rest of the incoming message's value. */
  readonly rest: bigint;
}

export interface SendContext {
  readonly from: Actor;
  readonly lt: bigint;
  readonly now: number;
  readonly random: Random;
  readonly notes: MessageNotes;
}

const INLINE_BITS_MAX = 300;
const INLINE_REFS_MAX = 2;
const NO_SIZE: StorageUsed = { cells: 0, bits: 0 };

type InternalDraft = Extract<MessageDraft, { type: 'internal' }>;

/** Creates the messages of drafts; null if the account cannot pay for them. */
export function sendMessages(drafts: readonly MessageDraft[], purse: Purse, context: SendContext): SentMessages | null {
  let left = purse.balance;
  let sent: SentMessages = {
    messages: [],
    keptFees: 0n,
    sentFees: 0n,
    value: zeroCurrencyCollection,
    size: NO_SIZE,
  };
  for (const draft of drafts) {
    const lt = context.lt + BigInt(sent.messages.length) + 1n;
    const one =
      draft.type === 'internal'
        ? sendInternal(draft, { balance: left, rest: purse.rest }, { ...context, lt })
        : sendExternal(draft, { ...context, lt });
    const cost = one === null ? null : takeOff(left, one);
    if (one === null || cost === null) return null;
    left = cost;
    sent = {
      messages: [...sent.messages, ...one.messages],
      keptFees: sent.keptFees + one.keptFees,
      sentFees: sent.sentFees + one.sentFees,
      value: addCurrencyCollections(sent.value, one.value),
      size: addSizes(sent.size, one.size),
    };
  }
  return sent;
}

function takeOff(balance: CurrencyCollection, { value, keptFees, sentFees }: SentMessages): CurrencyCollection | null {
  const grams = balance.grams - value.grams - keptFees - sentFees;
  const extra = balance.extra.map(({ currency, amount }) => {
    const taken = value.extra.find((entry) => entry.currency === currency)?.amount ?? 0n;
    return { currency, amount: amount - taken };
  });
  const isMissing = value.extra.some(({ currency }) => !balance.extra.some((entry) => entry.currency === currency));
  if (grams < 0n || isMissing || extra.some(({ amount }) => amount < 0n)) return null;
  return { grams, extra: extra.filter(({ amount }) => amount > 0n) };
}

function sendInternal(draft: InternalDraft, purse: Purse, context: SendContext): SentMessages | null {
  const { from, random } = context;
  const isInline =
    !draft.withInit &&
    draft.body.bitLength <= INLINE_BITS_MAX &&
    draft.body.refs.length <= INLINE_REFS_MAX &&
    random.chance(0.6);
  const layouts = { isInline, isInitInline: random.chance(0.3) };
  const size = sizeOfReferences(draft, layouts);
  const fee = forwardFee(size, from.address.workchain === -1 || draft.to.address.workchain === -1);
  const total = fee.kept + fee.sent;
  const grams =
    draft.grams === 'rest' ? purse.rest - total : draft.grams === 'all' ? purse.balance.grams - total : draft.grams;
  if (grams < 0n) return null;
  const value = { grams, extra: draft.grams === 'all' ? purse.balance.extra : draft.extra };
  const cell = internalMessage(draft, value, fee.sent, layouts, context);
  const note: MessageNote = {
    from,
    to: draft.to,
    value,
    bounce: draft.bounce,
    bounced: draft.intent.type === 'bounced',
    body: draft.body,
    hasInit: draft.withInit,
    lt: context.lt,
    intent: draft.intent,
  };
  context.notes.set(hashKey(cell.hash()), note);
  return {
    messages: [
      {
        type: 'internal',
        cell,
        lt: context.lt,
        source: from.address,
        destination: draft.to.address,
        value,
        fwdFee: fee.sent,
      },
    ],
    keptFees: fee.kept,
    sentFees: fee.sent,
    value,
    size: addSizes(size, { cells: 1, bits: cell.bitLength }),
  };
}

/** Returns the size of the cells below the message. The amounts, which depend on the fee, do not change it. */
function sizeOfReferences(
  { to, body, withInit, extra }: InternalDraft,
  { isInline, isInitInline }: Layouts,
): StorageUsed {
  let size = isInline ? sizeBelow(body) : sizeOf(body);
  if (withInit) size = addSizes(size, isInitInline ? sizeBelow(to.initCell) : sizeOf(to.initCell));
  if (extra.length === 0) return size;
  const builder = new CellBuilder();
  storeCurrencyCollection(builder, { grams: 0n, extra });
  return addSizes(size, sizeBelow(builder.endCell()));
}

interface Layouts {
  readonly isInline: boolean;
  readonly isInitInline: boolean;
}

function internalMessage(
  draft: InternalDraft,
  value: CurrencyCollection,
  forwardFeeSent: bigint,
  { isInline, isInitInline }: Layouts,
  { from, lt, now }: SendContext,
): Cell {
  const isBounced = draft.intent.type === 'bounced';
  const info: MessageInfo = {
    type: 'internal',
    ihrDisabled: true,
    bounce: draft.bounce,
    bounced: isBounced,
    source: from.standardAddress,
    destination: draft.to.standardAddress,
    value,
    ihrFee: 0n,
    forwardFee: forwardFeeSent,
    importFee: null,
    createdLt: lt,
    createdAt: now,
  };
  const builder = new CellBuilder();
  storeMessage(builder, {
    info,
    init: draft.withInit ? draft.to.init : null,
    initLayout: draft.withInit && !isInitInline ? 'reference' : 'inline',
    body: draft.body,
    bodyLayout: isInline ? 'inline' : 'reference',
  });
  return builder.endCell();
}

function sendExternal(
  draft: Extract<MessageDraft, { type: 'external_out' }>,
  { from, lt, now }: SendContext,
): SentMessages {
  const topic = new Uint8Array(32);
  new DataView(topic.buffer).setBigUint64(24, draft.topic);
  const builder = new CellBuilder();
  storeMessage(builder, {
    info: {
      type: 'external_out',
      ihrDisabled: null,
      bounce: null,
      bounced: null,
      source: from.standardAddress,
      destination: draft.topic === 0n ? { type: 'none' } : { type: 'extern', bits: topic, bitLength: 256 },
      value: null,
      ihrFee: null,
      forwardFee: null,
      importFee: null,
      createdLt: lt,
      createdAt: now,
    },
    init: null,
    initLayout: 'inline',
    body: draft.body,
    bodyLayout: 'reference',
  });
  const cell = builder.endCell();
  const size = sizeBelow(cell);
  const fee = forwardFee(size, from.address.workchain === -1);
  return {
    messages: [{ type: 'external_out', cell, lt }],
    // An external message goes to no other shard, so the sender's shard keeps the whole fee.
    keptFees: fee.kept + fee.sent,
    sentFees: 0n,
    value: zeroCurrencyCollection,
    size: addSizes(size, { cells: 1, bits: cell.bitLength }),
  };
}
