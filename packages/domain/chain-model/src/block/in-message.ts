import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';

/**
 * How a message entered a block. `message`, `transaction`, `envelope`, `outEnvelope` and the proofs are cells: numbers
 * in the bag when read, cells when written. Fees in nanograms.
 */
export type InMessage<C = number> =
  | { readonly type: 'ext'; readonly message: C; readonly transaction: C }
  | {
      readonly type: 'ihr';
      readonly message: C;
      readonly transaction: C;
      readonly ihrFee: bigint;
      readonly proofCreated: C;
    }
  | { readonly type: 'imm'; readonly envelope: C; readonly transaction: C; readonly fwdFee: bigint }
  | { readonly type: 'fin'; readonly envelope: C; readonly transaction: C; readonly fwdFee: bigint }
  | { readonly type: 'tr'; readonly envelope: C; readonly outEnvelope: C; readonly transitFee: bigint }
  | { readonly type: 'discard_fin'; readonly envelope: C; readonly transactionId: bigint; readonly fwdFee: bigint }
  | {
      readonly type: 'discard_tr';
      readonly envelope: C;
      readonly transactionId: bigint;
      readonly fwdFee: bigint;
      readonly proofDelivered: C;
    }
  | { readonly type: 'deferred_fin'; readonly envelope: C; readonly transaction: C; readonly fwdFee: bigint }
  | { readonly type: 'deferred_tr'; readonly envelope: C; readonly outEnvelope: C };

/**
 * Reads:
 *
 * ```tlb
 * msg_import_ext$000 msg:^(Message Any) transaction:^Transaction
 *               = InMsg;
 * msg_import_ihr$010 msg:^(Message Any) transaction:^Transaction
 *     ihr_fee:Grams proof_created:^Cell = InMsg;
 * msg_import_imm$011 in_msg:^MsgEnvelope
 *     transaction:^Transaction fwd_fee:Grams = InMsg;
 * msg_import_fin$100 in_msg:^MsgEnvelope
 *     transaction:^Transaction fwd_fee:Grams = InMsg;
 * msg_import_tr$101  in_msg:^MsgEnvelope out_msg:^MsgEnvelope
 *     transit_fee:Grams = InMsg;
 * msg_discard_fin$110 in_msg:^MsgEnvelope transaction_id:uint64
 *     fwd_fee:Grams = InMsg;
 * msg_discard_tr$111 in_msg:^MsgEnvelope transaction_id:uint64
 *     fwd_fee:Grams proof_delivered:^Cell = InMsg;
 * msg_import_deferred_fin$00100 in_msg:^MsgEnvelope
 *     transaction:^Transaction fwd_fee:Grams = InMsg;
 * msg_import_deferred_tr$00101 in_msg:^MsgEnvelope out_msg:^MsgEnvelope = InMsg;
 * ```
 */
export function loadInMessage(slice: CellSlice): InMessage {
  const tag = slice.loadUint(3);
  switch (tag) {
    case 0b000:
      return { type: 'ext', message: slice.loadRef(), transaction: slice.loadRef() };
    case 0b001:
      return loadDeferred(slice);
    case 0b010:
      return {
        type: 'ihr',
        message: slice.loadRef(),
        transaction: slice.loadRef(),
        ihrFee: slice.loadCoins(),
        proofCreated: slice.loadRef(),
      };
    case 0b011:
      return { type: 'imm', envelope: slice.loadRef(), transaction: slice.loadRef(), fwdFee: slice.loadCoins() };
    case 0b100:
      return { type: 'fin', envelope: slice.loadRef(), transaction: slice.loadRef(), fwdFee: slice.loadCoins() };
    case 0b101:
      return { type: 'tr', envelope: slice.loadRef(), outEnvelope: slice.loadRef(), transitFee: slice.loadCoins() };
    case 0b110:
      return {
        type: 'discard_fin',
        envelope: slice.loadRef(),
        transactionId: slice.loadUint64(),
        fwdFee: slice.loadCoins(),
      };
    default:
      return {
        type: 'discard_tr',
        envelope: slice.loadRef(),
        transactionId: slice.loadUint64(),
        fwdFee: slice.loadCoins(),
        proofDelivered: slice.loadRef(),
      };
  }
}

function loadDeferred(slice: CellSlice): InMessage {
  const rest = slice.loadUint(2);
  if (rest === 0b00) {
    const envelope = slice.loadRef();
    return { type: 'deferred_fin', envelope, transaction: slice.loadRef(), fwdFee: slice.loadCoins() };
  }
  if (rest === 0b01) return { type: 'deferred_tr', envelope: slice.loadRef(), outEnvelope: slice.loadRef() };
  throw badTag('InMsg', 0b00100 | rest);
}

/** Writes what `loadInMessage` reads. */
export function storeInMessage(builder: CellBuilder, value: InMessage<Cell>): void {
  switch (value.type) {
    case 'ext':
      builder.storeUint(0b000, 3).storeRef(value.message).storeRef(value.transaction);
      return;
    case 'ihr':
      builder.storeUint(0b010, 3).storeRef(value.message).storeRef(value.transaction);
      builder.storeCoins(value.ihrFee).storeRef(value.proofCreated);
      return;
    case 'imm':
    case 'fin':
      builder.storeUint(value.type === 'imm' ? 0b011 : 0b100, 3);
      builder.storeRef(value.envelope).storeRef(value.transaction).storeCoins(value.fwdFee);
      return;
    case 'tr':
      builder.storeUint(0b101, 3).storeRef(value.envelope).storeRef(value.outEnvelope).storeCoins(value.transitFee);
      return;
    case 'discard_fin':
      builder.storeUint(0b110, 3).storeRef(value.envelope).storeUint(value.transactionId, 64);
      builder.storeCoins(value.fwdFee);
      return;
    case 'discard_tr':
      builder.storeUint(0b111, 3).storeRef(value.envelope).storeUint(value.transactionId, 64);
      builder.storeCoins(value.fwdFee).storeRef(value.proofDelivered);
      return;
    case 'deferred_fin':
      builder.storeUint(0b00100, 5).storeRef(value.envelope).storeRef(value.transaction).storeCoins(value.fwdFee);
      return;
    case 'deferred_tr':
      builder.storeUint(0b00101, 5).storeRef(value.envelope).storeRef(value.outEnvelope);
  }
}

/** The same descriptor with cells of their own instead of cell numbers. */
export function resolveInMessage(bag: Bag, value: InMessage): InMessage<Cell> {
  switch (value.type) {
    case 'ext':
      return { ...value, message: bag.toCell(value.message), transaction: bag.toCell(value.transaction) };
    case 'ihr':
      return {
        ...value,
        message: bag.toCell(value.message),
        transaction: bag.toCell(value.transaction),
        proofCreated: bag.toCell(value.proofCreated),
      };
    case 'imm':
    case 'fin':
    case 'deferred_fin':
      return { ...value, envelope: bag.toCell(value.envelope), transaction: bag.toCell(value.transaction) };
    case 'tr':
    case 'deferred_tr':
      return { ...value, envelope: bag.toCell(value.envelope), outEnvelope: bag.toCell(value.outEnvelope) };
    case 'discard_fin':
      return { ...value, envelope: bag.toCell(value.envelope) };
    case 'discard_tr':
      return { ...value, envelope: bag.toCell(value.envelope), proofDelivered: bag.toCell(value.proofDelivered) };
  }
}
