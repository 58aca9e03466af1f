import type { Bag, Cell, CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag } from '../errors.ts';
import type { Hash } from '../primitives/index.ts';

/**
 * How a message left a block, or a queue. `message`, `transaction`, `envelope`, `imported` and `reimport` (both an
 * `InMessage`) are cells: numbers in the bag when read, cells when written.
 */
export type OutMessage<C = number> =
  | { readonly type: 'ext'; readonly message: C; readonly transaction: C }
  | { readonly type: 'imm'; readonly envelope: C; readonly transaction: C; readonly reimport: C }
  | { readonly type: 'new'; readonly envelope: C; readonly transaction: C }
  | { readonly type: 'tr'; readonly envelope: C; readonly imported: C }
  | { readonly type: 'deq'; readonly envelope: C; readonly importBlockLt: bigint }
  | {
      readonly type: 'deq_short';
      readonly envelopeHash: Hash;
      readonly nextWorkchain: number;
      readonly nextAddressPrefix: bigint;
      readonly importBlockLt: bigint;
    }
  | { readonly type: 'tr_req'; readonly envelope: C; readonly imported: C }
  | { readonly type: 'deq_imm'; readonly envelope: C; readonly reimport: C }
  | { readonly type: 'new_defer'; readonly envelope: C; readonly transaction: C }
  | { readonly type: 'deferred_tr'; readonly envelope: C; readonly imported: C };

/**
 * Reads:
 *
 * ```tlb
 * msg_export_ext$000 msg:^(Message Any)
 *     transaction:^Transaction = OutMsg;
 * msg_export_imm$010 out_msg:^MsgEnvelope
 *     transaction:^Transaction reimport:^InMsg = OutMsg;
 * msg_export_new$001 out_msg:^MsgEnvelope
 *     transaction:^Transaction = OutMsg;
 * msg_export_tr$011  out_msg:^MsgEnvelope
 *     imported:^InMsg = OutMsg;
 * msg_export_deq$1100 out_msg:^MsgEnvelope
 *     import_block_lt:uint63 = OutMsg;
 * msg_export_deq_short$1101 msg_env_hash:bits256
 *     next_workchain:int32 next_addr_pfx:uint64
 *     import_block_lt:uint64 = OutMsg;
 * msg_export_tr_req$111 out_msg:^MsgEnvelope
 *     imported:^InMsg = OutMsg;
 * msg_export_deq_imm$100 out_msg:^MsgEnvelope
 *     reimport:^InMsg = OutMsg;
 * msg_export_new_defer$10100 out_msg:^MsgEnvelope
 *     transaction:^Transaction = OutMsg;
 * msg_export_deferred_tr$10101  out_msg:^MsgEnvelope
 *     imported:^InMsg = OutMsg;
 * ```
 */
export function loadOutMessage(slice: CellSlice): OutMessage {
  const tag = slice.loadUint(3);
  switch (tag) {
    case 0b000:
      return { type: 'ext', message: slice.loadRef(), transaction: slice.loadRef() };
    case 0b001:
      return { type: 'new', envelope: slice.loadRef(), transaction: slice.loadRef() };
    case 0b010:
      return { type: 'imm', envelope: slice.loadRef(), transaction: slice.loadRef(), reimport: slice.loadRef() };
    case 0b011:
      return { type: 'tr', envelope: slice.loadRef(), imported: slice.loadRef() };
    case 0b100:
      return { type: 'deq_imm', envelope: slice.loadRef(), reimport: slice.loadRef() };
    case 0b101:
      return loadDeferred(slice);
    case 0b110:
      return loadDequeued(slice);
    default:
      return { type: 'tr_req', envelope: slice.loadRef(), imported: slice.loadRef() };
  }
}

function loadDeferred(slice: CellSlice): OutMessage {
  const rest = slice.loadUint(2);
  if (rest === 0b00) return { type: 'new_defer', envelope: slice.loadRef(), transaction: slice.loadRef() };
  if (rest === 0b01) return { type: 'deferred_tr', envelope: slice.loadRef(), imported: slice.loadRef() };
  throw badTag('OutMsg', 0b10100 | rest);
}

function loadDequeued(slice: CellSlice): OutMessage {
  if (!slice.loadBit()) return { type: 'deq', envelope: slice.loadRef(), importBlockLt: slice.loadUintBig(63) };
  return {
    type: 'deq_short',
    envelopeHash: slice.loadBytes(32),
    nextWorkchain: slice.loadInt(32),
    nextAddressPrefix: slice.loadUint64(),
    importBlockLt: slice.loadUint64(),
  };
}

/** Writes what `loadOutMessage` reads. */
export function storeOutMessage(builder: CellBuilder, value: OutMessage<Cell>): void {
  switch (value.type) {
    case 'ext':
      builder.storeUint(0b000, 3).storeRef(value.message).storeRef(value.transaction);
      return;
    case 'new':
      builder.storeUint(0b001, 3).storeRef(value.envelope).storeRef(value.transaction);
      return;
    case 'imm':
      builder.storeUint(0b010, 3).storeRef(value.envelope).storeRef(value.transaction).storeRef(value.reimport);
      return;
    case 'tr':
      builder.storeUint(0b011, 3).storeRef(value.envelope).storeRef(value.imported);
      return;
    case 'deq_imm':
      builder.storeUint(0b100, 3).storeRef(value.envelope).storeRef(value.reimport);
      return;
    case 'new_defer':
      builder.storeUint(0b10100, 5).storeRef(value.envelope).storeRef(value.transaction);
      return;
    case 'deferred_tr':
      builder.storeUint(0b10101, 5).storeRef(value.envelope).storeRef(value.imported);
      return;
    case 'deq':
      builder.storeUint(0b1100, 4).storeRef(value.envelope).storeUint(value.importBlockLt, 63);
      return;
    case 'deq_short':
      builder.storeUint(0b1101, 4).storeBytes(value.envelopeHash).storeInt(value.nextWorkchain, 32);
      builder.storeUint(value.nextAddressPrefix, 64).storeUint(value.importBlockLt, 64);
      return;
    case 'tr_req':
      builder.storeUint(0b111, 3).storeRef(value.envelope).storeRef(value.imported);
  }
}

/** The same descriptor with cells of their own instead of cell numbers. */
export function resolveOutMessage(bag: Bag, value: OutMessage): OutMessage<Cell> {
  switch (value.type) {
    case 'ext':
      return { ...value, message: bag.toCell(value.message), transaction: bag.toCell(value.transaction) };
    case 'imm':
      return {
        ...value,
        envelope: bag.toCell(value.envelope),
        transaction: bag.toCell(value.transaction),
        reimport: bag.toCell(value.reimport),
      };
    case 'new':
    case 'new_defer':
      return { ...value, envelope: bag.toCell(value.envelope), transaction: bag.toCell(value.transaction) };
    case 'tr':
    case 'tr_req':
    case 'deferred_tr':
      return { ...value, envelope: bag.toCell(value.envelope), imported: bag.toCell(value.imported) };
    case 'deq':
      return { ...value, envelope: bag.toCell(value.envelope) };
    case 'deq_short':
      return value;
    case 'deq_imm':
      return { ...value, envelope: bag.toCell(value.envelope), reimport: bag.toCell(value.reimport) };
  }
}
