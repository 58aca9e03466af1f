import { BocError, type CellSlice } from '@tonriver/boc';
import { big, bocOf, type Field, flag, type Layout, opcode, queryId, read, reference, uint } from '../bodies/layout.ts';
import type { Block, Correction } from '../engine/block.ts';
import type { Context } from '../engine/context.ts';
import type { TonTransferData } from '../engine/leaf-blocks.ts';
import type { Matcher } from '../engine/matcher.ts';
import { blockThat, call, labeledCall, oneOf } from '../engine/pattern.ts';

const createLayout = {
  opcode,
  queryId,
  orderSeqno: big(256),
  isSigner: flag,
  index: uint(8),
  expiration: big(48),
  order: reference,
} satisfies Layout;

const initOpcode = 0x9c73fba2;

/** The signers as the reference reads them: as if a bit said whether they are there. They are a plain reference. */
const signersOfReference: Field<CellSlice | null> = {
  name: 'signersOfReference',
  bits: 1,
  read: (slice) => (slice.loadBit() ? slice.loadRefSlice() : null),
};

const init = { opcode, queryId, threshold: uint(8) } satisfies Layout;
const initRest = { expiration: big(48), order: reference, isApproved: flag } satisfies Layout;

interface OrderInit {
  readonly isSignedByCreator: boolean;
  readonly orderBoc: string;
}

function readInit(body: CellSlice, signers: Field<unknown>): OrderInit {
  const { order, isApproved } = read(body, { ...init, signers, ...initRest });
  // The index of the creator follows an approval.
  if (isApproved) body.loadUint(8);
  return { isSignedByCreator: isApproved, orderBoc: bocOf(order) };
}

/** Undefined for a message in which the reference runs out of bits. */
function readLikeReference(block: Block): OrderInit | undefined {
  try {
    return readInit(block.body(), signersOfReference);
  } catch (error) {
    if (error instanceof BocError) return undefined;
    throw error;
  }
}

const createOrder: Matcher = {
  name: 'multisig create order',
  pattern: call(0xf718510f, { child: labeledCall('init', initOpcode) }),
  build(anchor, match, context) {
    const created = match.find('init')!;
    const signers = signersOf(created.destination, context);
    if (signers === undefined) return null;
    const { queryId: query, orderSeqno, isSigner, index, expiration } = read(anchor.body(), createLayout);
    const columns = ({ isSignedByCreator, orderBoc }: OrderInit) => ({
      query_id: query,
      order_seqno: orderSeqno,
      is_created_by_signer: isSigner,
      is_signed_by_creator: isSignedByCreator,
      creator_index: index,
      expiration_date: expiration,
      order_boc: orderBoc,
    });
    const right = readInit(created.body(), reference);
    const seen = readLikeReference(created);
    const correction: Correction = { row: { multisig_create_order_data: columns(right) } };
    return {
      type: 'multisig_create_order',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        destination_secondary: created.destination,
        multisig_create_order_data: columns(seen ?? right),
      },
      accounts: signers,
      merged: [anchor, created],
      correction,
      isHidden: seen === undefined,
    };
  },
};

function signersOf(order: string | null, context: Context): readonly string[] | undefined {
  return context.account(order)?.multisigOrder?.signers;
}

const approveOpcode = 0xa762230f;
const acceptedOpcode = 0x82609bf6;
const refusedOpcode = 0xafaf283e;
const approveLayout = { opcode, queryId, index: uint(8) } satisfies Layout;
const refusalLayout = { opcode, queryId, exitCode: uint(32) } satisfies Layout;

const approve: Matcher = {
  name: 'multisig approve',
  pattern: blockThat(
    {
      opcodes: [approveOpcode],
      types: ['ton_transfer'],
      where: (block) => block.type !== 'ton_transfer' || (block.data as TonTransferData).comment === 'approve',
    },
    { child: oneOf(call(acceptedOpcode), call(refusedOpcode)) },
  ),
  build(anchor, match, context) {
    const signers = signersOf(anchor.destination, context);
    if (signers === undefined) return null;
    const refusal = match.call(refusedOpcode);
    const accepted = match.call(acceptedOpcode);
    const isAccepted = accepted !== undefined;
    return {
      type: 'multisig_approve',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        multisig_approve_data: {
          signer_index: anchor.type === 'ton_transfer' ? -1 : read(anchor.body(), approveLayout).index,
          exit_code: isAccepted || refusal === undefined ? 0 : read(refusal.body(), refusalLayout).exitCode,
        },
      },
      isFailed: !isAccepted,
      accounts: signers,
      merged: [anchor, ...[accepted ?? refusal].filter((block) => block !== undefined)],
    };
  },
};

const executeLayout = {
  opcode,
  queryId,
  orderSeqno: big(256),
  expiration: big(48),
  approvals: uint(8),
  signersHash: big(256),
  order: reference,
} satisfies Layout;

const execute: Matcher = {
  name: 'multisig execute',
  pattern: call(0x75097f5d),
  build(anchor, _match, context) {
    const signers = signersOf(anchor.source, context);
    if (signers === undefined) return null;
    const order = read(anchor.body(), executeLayout);
    return {
      type: 'multisig_execute',
      row: {
        source: anchor.source,
        destination: anchor.destination,
        multisig_execute_data: {
          query_id: order.queryId,
          order_seqno: order.orderSeqno,
          expiration_date: order.expiration,
          approvals_num: order.approvals,
          signers_hash: Buffer.from(order.signersHash.toString(16).padStart(64, '0'), 'hex').toString('base64'),
          order_boc: bocOf(order.order),
        },
      },
      isFailed: anchor.isFailed,
      accounts: signers,
    };
  },
};

export const multisigMatchers = { createOrder, approve, execute };
