import type { CellSlice } from '@tonriver/boc';
import { readComment } from '../bodies/comment.ts';
import { burnLayout, internalTransferLayout, transferLayout } from '../bodies/jetton-messages.ts';
import {
  address,
  bocOf,
  coins,
  type Layout,
  opcode,
  opcodeOf,
  queryId,
  read,
  reference,
  type Values,
} from '../bodies/layout.ts';
import {
  burnNotificationOpcode,
  burnOpcode,
  encryptedComment,
  internalTransferOpcode,
  jettonTransferOpcode,
  notificationOpcode,
  textComment,
} from '../bodies/opcodes.ts';
import type { Block } from '../engine/block.ts';
import type { Built, Matcher } from '../engine/matcher.ts';
import { oneOf, call, optional } from '../engine/pattern.ts';
import { isPton } from './pton.ts';

/** Values of a `jetton_transfer` for later matchers. */
export interface JettonTransferData {
  readonly asset: string | null;
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly senderWallet: string | null;
  readonly receiverWallet: string | null;
  readonly amount: bigint;
  readonly queryId: bigint;
  readonly forwardAmount: bigint;
  readonly responseDestination: string | null;
  /** Null when it is empty. A cursor that its readers clone. */
  readonly forwardPayload: CellSlice | null;
  readonly payloadOpcode: number | null;
  /** False for the transfer of wrapped TON, which has no receiving wallet. */
  readonly hasInternalTransfer: boolean;
}

export interface JettonBurnData {
  readonly owner: string | null;
  readonly wallet: string | null;
  readonly asset: string;
  readonly amount: bigint;
}

export interface JettonMintData {
  readonly asset: string | null;
  readonly receiver: string | null;
  readonly receiverWallet: string | null;
  readonly amount: bigint | null;
}

export function transferData(block: Block): JettonTransferData {
  return block.data as JettonTransferData;
}

/** A cursor of one's own over the forward payload of a transfer; null when it is empty. */
export function payloadOf(block: Block): CellSlice | null {
  return transferData(block).forwardPayload?.clone() ?? null;
}

const optionalNotification = optional(call(notificationOpcode));

const internalTransfer = call(internalTransferOpcode, { child: optionalNotification });

/** TEP-74: from wallet to wallet. */
const jettonTransfer: Matcher = {
  name: 'jetton transfer',
  pattern: call(jettonTransferOpcode, { child: internalTransfer }),
  build(anchor, match, context) {
    const received = match.call(internalTransferOpcode)!;
    const transfer = read(anchor.body(), transferLayout);
    const { amount, forwardAmount } = read(received.body(), internalTransferLayout);
    const wallet = context.jettonWallet(received.destination);
    if (wallet === undefined) return null;
    return transferContent(anchor, transfer, {
      asset: wallet.jetton,
      receiver: wallet.owner,
      receiverWallet: received.destination,
      senderWallet: anchor.destination,
      amount,
      forwardAmount,
      hasInternalTransfer: true,
      isFailed: anchor.isFailed || received.isFailed,
      isBroken: transfer.destination !== wallet.owner,
    });
  },
};

/** The transfer of wrapped TON: its wallet belongs to the receiver and sends TON on. */
const ptonTransfer: Matcher = {
  name: 'pTON transfer',
  pattern: call(jettonTransferOpcode, { child: optionalNotification }),
  build(anchor, _match, context) {
    const wallet = context.jettonWallet(anchor.destination);
    if (wallet === undefined || !isPton(wallet.jetton)) return null;
    if (anchor.next.some((next) => next.opcode === internalTransferOpcode)) return null;
    const transfer = read(anchor.body(), transferLayout);
    return transferContent(anchor, transfer, {
      asset: wallet.jetton,
      receiver: transfer.destination,
      receiverWallet: null,
      senderWallet: null,
      amount: transfer.amount,
      forwardAmount: transfer.forwardAmount,
      hasInternalTransfer: false,
      isFailed: anchor.isFailed,
      isBroken: false,
    });
  },
};

/** A transfer that a wallet was asked for and did not send. */
export const requestedJettonTransfer: Matcher = {
  name: 'requested jetton transfer',
  pattern: call(jettonTransferOpcode),
  build(anchor, _match, context) {
    const transfer = read(anchor.body(), transferLayout);
    return transferContent(anchor, transfer, {
      asset: context.jettonWallet(anchor.destination)?.jetton ?? null,
      receiver: transfer.destination,
      receiverWallet: null,
      senderWallet: anchor.destination,
      amount: transfer.amount,
      forwardAmount: transfer.forwardAmount,
      hasInternalTransfer: false,
      isFailed: true,
      isBroken: false,
    });
  },
};

type Resolved = Pick<
  JettonTransferData,
  'asset' | 'receiver' | 'senderWallet' | 'receiverWallet' | 'amount' | 'forwardAmount' | 'hasInternalTransfer'
> & { readonly isFailed: boolean; readonly isBroken: boolean };

function transferContent(anchor: Block, transfer: Values<typeof transferLayout>, resolved: Resolved): Built {
  const { customPayload, forwardPayload: payload, responseDestination } = transfer;
  const forwardPayload = payload.isEmpty ? null : payload;
  const payloadOpcode = opcodeOf(forwardPayload);
  // No spread: transfers are the most frequent of all, and an object that grows behind one takes far longer to make.
  const data: JettonTransferData = {
    asset: resolved.asset,
    sender: anchor.source,
    receiver: resolved.receiver,
    senderWallet: resolved.senderWallet,
    receiverWallet: resolved.receiverWallet,
    amount: resolved.amount,
    queryId: transfer.queryId,
    forwardAmount: resolved.forwardAmount,
    responseDestination,
    forwardPayload,
    payloadOpcode,
    hasInternalTransfer: resolved.hasInternalTransfer,
  };
  const isComment = payloadOpcode === textComment || payloadOpcode === encryptedComment;
  return {
    type: 'jetton_transfer',
    row: {
      source: data.sender,
      source_secondary: data.senderWallet,
      destination: data.receiver,
      destination_secondary: data.receiverWallet,
      amount: data.amount,
      asset: data.asset,
      jetton_transfer_data: {
        query_id: data.queryId,
        response_destination: responseDestination,
        forward_amount: data.forwardAmount,
        custom_payload: customPayload === null ? null : bocOf(customPayload),
        forward_payload: forwardPayload === null ? null : bocOf(forwardPayload),
        comment: isComment && forwardPayload !== null ? readComment(forwardPayload.clone()) : null,
        is_encrypted_comment: payloadOpcode === encryptedComment,
      },
    },
    data,
    isFailed: resolved.isFailed,
    isBroken: resolved.isBroken,
  };
}

const jettonBurn: Matcher = {
  name: 'jetton burn',
  pattern: call(burnOpcode, { child: optional(call(burnNotificationOpcode)) }),
  build(anchor, _match, context) {
    const wallet = context.jettonWallet(anchor.destination);
    if (wallet === undefined) return null;
    const { amount } = read(anchor.body(), burnLayout);
    const data: JettonBurnData = { owner: wallet.owner, wallet: anchor.destination, asset: wallet.jetton, amount };
    return {
      type: 'jetton_burn',
      row: { source: wallet.owner, source_secondary: anchor.destination, asset: wallet.jetton, amount },
      data,
      isFailed: anchor.isFailed,
    };
  },
};

const mintOpcode = 0x642b7d07;
const oldMintOpcode = 0x00000015;

const mintLayout = {
  opcode,
  queryId,
  to: address,
  tonAmount: coins,
  masterMessage: reference,
} satisfies Layout;

const masterMessageLayout = { opcode, queryId, amount: coins } satisfies Layout;

const jettonMint: Matcher = {
  name: 'jetton mint',
  pattern: call([mintOpcode, oldMintOpcode], { child: optional(oneOf(internalTransfer, call(notificationOpcode))) }),
  build(anchor, match, context) {
    const { to, tonAmount, masterMessage } = read(anchor.body(), mintLayout);
    const received = match.call(internalTransferOpcode);
    if (received === undefined) {
      const amount = anchor.opcode === oldMintOpcode ? read(masterMessage, masterMessageLayout).amount : null;
      const data: JettonMintData = { asset: anchor.destination, receiver: to, receiverWallet: null, amount };
      return { ...mintContent(data, tonAmount), isFailed: true };
    }
    const wallet = context.jettonWallet(received.destination);
    if (wallet === undefined) return null;
    const { amount } = read(received.body(), internalTransferLayout);
    const receiverWallet = received.destination;
    const data: JettonMintData = { asset: wallet.jetton, receiver: wallet.owner, receiverWallet, amount };
    return { ...mintContent(data, tonAmount), isFailed: received.isFailed };
  },
};

function mintContent(data: JettonMintData, value: bigint): Built {
  const { asset, receiver, receiverWallet, amount } = data;
  return {
    type: 'jetton_mint',
    row: { destination: receiver, destination_secondary: receiverWallet, asset, amount, value },
    data,
  };
}

export const jettonMatchers = { jettonTransfer, ptonTransfer, jettonBurn, jettonMint };
