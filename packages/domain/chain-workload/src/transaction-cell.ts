import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  buildHashmap,
  cellOf,
  type CurrencyCollection,
  type Hash,
  keyFromUint,
  storeAccountStatus,
  storeCurrencyCollection,
  storeHashmapE,
  storeHashUpdate,
  storeTransactionDescription,
  type AccountStatus,
  type TransactionDescription,
} from '@tonriver/chain-model';

/** A transaction whose messages are already cells. */
export interface TransactionFields {
  readonly accountHash: Hash;
  readonly lt: bigint;
  readonly prevTransHash: Hash;
  readonly prevTransLt: bigint;
  readonly now: number;
  readonly origStatus: AccountStatus;
  readonly endStatus: AccountStatus;
  readonly inMessage: Cell | null;
  readonly outMessages: readonly Cell[];
  readonly totalFees: CurrencyCollection;
  readonly oldStateHash: Hash;
  readonly newStateHash: Hash;
  readonly description: TransactionDescription<Cell>;
}

const messageKind = { keyBits: 15, storeValue: (builder: CellBuilder, cell: Cell) => void builder.storeRef(cell) };

/** The keys 0, 1, 2 … of out messages; a transaction sends at most 255. */
const MESSAGE_KEYS = Array.from({ length: 256 }, (_, index) => keyFromUint(index, 15));

/**
 * Writes a transaction like `storeTransaction` of the chain model, but from message cells, which queues and descriptors
 * share, instead of writing every message again:
 *
 * ```tlb
 * transaction$0111 account_addr:bits256 lt:uint64
 *   prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
 *   outmsg_cnt:uint15
 *   orig_status:AccountStatus end_status:AccountStatus
 *   ^[ in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any)) ]
 *   total_fees:CurrencyCollection state_update:^(HASH_UPDATE Account)
 *   description:^TransactionDescr = Transaction;
 * ```
 */
export function writeTransaction(fields: TransactionFields): Cell {
  const builder = new CellBuilder();
  builder.storeUint(0b0111, 4).storeBytes(fields.accountHash).storeUint(fields.lt, 64);
  builder.storeBytes(fields.prevTransHash).storeUint(fields.prevTransLt, 64).storeUint(fields.now, 32);
  builder.storeUint(fields.outMessages.length, 15);
  storeAccountStatus(builder, fields.origStatus);
  storeAccountStatus(builder, fields.endStatus);
  builder.storeRef(messages(fields));
  storeCurrencyCollection(builder, fields.totalFees);
  builder.storeRef(cellOf(storeHashUpdate, { oldHash: fields.oldStateHash, newHash: fields.newStateHash }));
  builder.storeRef(cellOf(storeTransactionDescription, fields.description));
  return builder.endCell();
}

function messages({ inMessage, outMessages }: TransactionFields): Cell {
  const builder = new CellBuilder().storeBit(inMessage !== null);
  if (inMessage !== null) builder.storeRef(inMessage);
  const entries = outMessages.map((value, index) => ({ key: MESSAGE_KEYS[index] as Uint8Array, value }));
  storeHashmapE(builder, buildHashmap(entries, messageKind));
  return builder.endCell();
}
