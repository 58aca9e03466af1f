import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountAddress,
  buildHashmap,
  keyFromUint,
  noAddress,
  standardAddress,
  storeMessageRelaxed,
} from '@tonriver/chain-model';
import { operation } from '../message-parts.ts';

/** A transfer that a multisig wallet makes when an order is executed. */
export interface MultisigTransfer {
  readonly to: AccountAddress;
  /** Nanotons. */
  readonly value: bigint;
  readonly bounce: boolean;
  readonly body: Cell;
}

/** Pay the fees apart. A transfer that cannot be made stops the order. */
const SEND_MODE = 1;

/** `send_message#f1381e5b mode:uint8 message:^(MessageRelaxed Any) = MultisigAction;` */
function sendMessage({ to, value, bounce, body }: MultisigTransfer): Cell {
  const message = new CellBuilder();
  storeMessageRelaxed(message, {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      source: noAddress,
      destination: standardAddress(to),
      value: { grams: value, extra: [] },
      ihrFee: 0n,
      forwardFee: 0n,
      createdLt: 0n,
      createdAt: 0,
    },
    init: null,
    initLayout: 'inline',
    body,
    bodyLayout: 'reference',
  });
  return new CellBuilder().storeUint(0xf1381e5b, 32).storeUint(SEND_MODE, 8).storeRef(message.endCell()).endCell();
}

/** `_ _:(Hashmap 8 ^MultisigAction) = MultisigOrder;`: transfers, in their order. Throws a RangeError without one. */
export function multisigOrder(transfers: readonly MultisigTransfer[]): Cell {
  const entries = transfers.map((transfer, index) => ({
    key: keyFromUint(BigInt(index), 8),
    value: sendMessage(transfer),
  }));
  const order = buildHashmap(entries, {
    keyBits: 8,
    storeValue: (builder, action: Cell) => void builder.storeRef(action),
  });
  if (order === null) throw new RangeError('An order has at least one transfer');
  return order;
}

/** A new order, sent to the wallet by a signer, who approves it by that, or by a proposer. */
export interface NewMultisigOrder {
  readonly queryId: bigint;
  /** The wallet's next number. */
  readonly orderSeqno: bigint;
  readonly maker: 'signer' | 'proposer';
  /** The maker's number. */
  readonly index: number;
  /** Unix time, seconds: nobody can approve it later. */
  readonly expiration: number;
  readonly order: Cell;
}

/**
 * ```tlb
 * new_order#f718510f query_id:uint64 order_seqno:uint256 signer:Bool index:uint8 expiration_date:uint48
 *   order:^MultisigOrder = InternalMsgBody;
 * ```
 */
export function newMultisigOrderBody(options: NewMultisigOrder): Cell {
  const { queryId, orderSeqno, maker, index, expiration, order } = options;
  return operation(0xf718510f, queryId)
    .storeUint(orderSeqno, 256)
    .storeBit(maker === 'signer')
    .storeUint(index, 8)
    .storeUint(expiration, 48)
    .storeRef(order)
    .endCell();
}

/** `approve#a762230f query_id:uint64 signer_index:uint8`, sent to the order by the signer with this number. */
export function approveMultisigOrderBody(queryId: bigint, index: number): Cell {
  return operation(0xa762230f, queryId).storeUint(index, 8).endCell();
}
