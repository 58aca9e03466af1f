import type { RowBinaryWriter } from '../row-binary/row-binary-writer.ts';
import {
  bool,
  bytes,
  bytes32,
  enum8,
  extraCurrencies,
  int32,
  int64,
  int8,
  nullable,
  uint128,
  uint16,
  uint32,
  uint64,
  uint8,
  writeExtraCurrencies,
} from './column-type.ts';
import * as shared from './shared-columns.ts';
import type { RowOf, TableDefinition } from './table-definition.ts';

const descriptionNumbers = {
  ord: 0,
  storage: 1,
  tick_tock: 2,
  split_prepare: 3,
  split_install: 4,
  merge_prepare: 5,
  merge_install: 6,
} as const;
const computeNumbers = { none: 0, skipped: 1, vm: 2 } as const;
const skipReasonNumbers = { none: 0, no_state: 1, bad_state: 2, no_gas: 3, suspended: 4 } as const;
const bounceNumbers = { none: 0, negfunds: 1, nofunds: 2, ok: 3 } as const;

const columns = [
  shared.workchain,
  shared.account,
  shared.lt,
  { name: 'hash', type: bytes32, comment: 'Transaction hash' },
  { name: 'block_shard', type: int64, codec: 'integer', comment: 'Shard of its block' },
  { name: 'block_seqno', type: uint32, codec: 'ordered', comment: 'Seqno of its block' },
  shared.mcBlockSeqno,
  {
    name: 'prev_trans_hash',
    type: bytes32,
    comment: 'Hash of the account’s transaction before this one; zero for none',
  },
  { name: 'prev_trans_lt', type: uint64, codec: 'ordered', comment: 'Logical time of that transaction; 0 for none' },
  { name: 'now', type: uint32, codec: 'ordered', comment: 'Unix time in the block' },
  { name: 'orig_status', type: enum8(shared.accountStatusNumbers), codec: 'zstd', comment: 'Account status before' },
  { name: 'end_status', type: enum8(shared.accountStatusNumbers), codec: 'zstd', comment: 'Account status after' },
  { name: 'total_fees', type: uint128, codec: 'zstd', comment: 'Fees in nanograms' },
  { name: 'total_fees_extra', type: extraCurrencies, codec: 'zstd', comment: 'Fees in extra currencies' },
  { name: 'old_state_hash', type: bytes32, comment: 'Hash of the account state before' },
  { name: 'new_state_hash', type: bytes32, comment: 'Hash of the account state after' },
  { name: 'in_msg_hash', type: nullable(bytes32), comment: 'Hash of the incoming message; NULL for none' },
  { name: 'out_msg_count', type: uint16, codec: 'integer', comment: 'Outgoing messages' },
  { name: 'descr', type: enum8(descriptionNumbers), codec: 'zstd', comment: 'Kind of transaction' },
  { name: 'aborted', type: bool, codec: 'zstd', comment: 'It had no effect except fees' },
  { name: 'destroyed', type: bool, codec: 'zstd', comment: 'The account was deleted' },
  { name: 'credit_first', type: bool, codec: 'zstd', comment: 'The value was credited before storage fees were taken' },
  { name: 'is_tock', type: bool, codec: 'zstd', comment: 'tick_tock: true for tock, at the end of the block' },
  {
    name: 'installed',
    type: bool,
    codec: 'zstd',
    comment: 'split_install: the state was installed',
  },
  {
    name: 'storage_fees_collected',
    type: nullable(uint128),
    codec: 'zstd',
    comment: 'Storage fees taken; NULL: no storage phase',
  },
  { name: 'storage_fees_due', type: nullable(uint128), codec: 'zstd', comment: 'Storage fees still owed; NULL: none' },
  {
    name: 'storage_status_change',
    type: enum8(shared.statusChangeNumbers),
    codec: 'zstd',
    comment: 'How the storage phase changed the account status',
  },
  { name: 'credit', type: nullable(uint128), codec: 'zstd', comment: 'Value credited; NULL: no credit phase' },
  {
    name: 'credit_due_fees_collected',
    type: nullable(uint128),
    codec: 'zstd',
    comment: 'Debt taken from the credited value; NULL: none',
  },
  { name: 'credit_extra', type: extraCurrencies, codec: 'zstd', comment: 'Extra currencies credited' },
  {
    name: 'compute',
    type: enum8(computeNumbers),
    codec: 'zstd',
    comment: 'none: no compute phase; skipped: see compute_skip_reason; vm: the code ran',
  },
  {
    name: 'compute_skip_reason',
    type: enum8(skipReasonNumbers),
    codec: 'zstd',
    comment: 'Why the compute phase was skipped',
  },
  { name: 'compute_success', type: bool, codec: 'zstd', comment: 'The code ended with success' },
  { name: 'msg_state_used', type: bool, codec: 'zstd', comment: 'The StateInit of the message was used' },
  { name: 'account_activated', type: bool, codec: 'zstd', comment: 'The account became active' },
  { name: 'gas_fees', type: uint128, codec: 'zstd', comment: 'Gas fees in nanograms' },
  { name: 'gas_used', type: uint64, codec: 'integer', comment: 'Gas used' },
  { name: 'gas_limit', type: uint64, codec: 'integer', comment: 'Gas limit' },
  {
    name: 'gas_credit',
    type: nullable(uint32),
    codec: 'integer',
    comment: 'Gas credit of an external message; NULL: none',
  },
  { name: 'compute_mode', type: int8, codec: 'integer', comment: 'Mode of the virtual machine' },
  { name: 'exit_code', type: int32, codec: 'integer', comment: 'Exit code of the virtual machine' },
  { name: 'exit_arg', type: nullable(int32), codec: 'integer', comment: 'Argument of an exception; NULL: none' },
  { name: 'vm_steps', type: uint32, codec: 'integer', comment: 'Steps of the virtual machine' },
  { name: 'vm_init_state_hash', type: bytes32, comment: 'Hash of the virtual machine’s first state' },
  { name: 'vm_final_state_hash', type: bytes32, comment: 'Hash of its last state' },
  { name: 'action', type: bool, codec: 'zstd', comment: 'There is an action phase' },
  { name: 'action_success', type: bool, codec: 'zstd', comment: 'All actions were done' },
  { name: 'action_valid', type: bool, codec: 'zstd', comment: 'The action list was valid' },
  { name: 'action_no_funds', type: bool, codec: 'zstd', comment: 'An action lacked funds' },
  {
    name: 'action_status_change',
    type: enum8(shared.statusChangeNumbers),
    codec: 'zstd',
    comment: 'How the action phase changed the account status',
  },
  { name: 'action_total_fwd_fees', type: nullable(uint128), codec: 'zstd', comment: 'Forward fees; NULL: absent' },
  { name: 'action_total_action_fees', type: nullable(uint128), codec: 'zstd', comment: 'Action fees; NULL: absent' },
  { name: 'action_result_code', type: int32, codec: 'integer', comment: 'Result code of the action phase' },
  { name: 'action_result_arg', type: nullable(int32), codec: 'integer', comment: 'Its argument; NULL: none' },
  { name: 'tot_actions', type: uint16, codec: 'integer', comment: 'Actions in the list' },
  { name: 'spec_actions', type: uint16, codec: 'integer', comment: 'Actions that change the account itself' },
  { name: 'skipped_actions', type: uint16, codec: 'integer', comment: 'Actions skipped' },
  { name: 'msgs_created', type: uint16, codec: 'integer', comment: 'Messages created' },
  { name: 'action_list_hash', type: bytes32, comment: 'Hash of the action list' },
  { name: 'tot_msg_cells', type: uint64, codec: 'integer', comment: 'Cells of the created messages' },
  { name: 'tot_msg_bits', type: uint64, codec: 'integer', comment: 'Bits of the created messages' },
  { name: 'bounce', type: enum8(bounceNumbers), codec: 'zstd', comment: 'Bounce phase: none, negfunds, nofunds or ok' },
  { name: 'bounce_msg_cells', type: uint64, codec: 'integer', comment: 'Cells of the bounced message' },
  { name: 'bounce_msg_bits', type: uint64, codec: 'integer', comment: 'Bits of the bounced message' },
  { name: 'bounce_req_fwd_fees', type: uint128, codec: 'zstd', comment: 'nofunds: the fee that was needed' },
  { name: 'bounce_msg_fees', type: uint128, codec: 'zstd', comment: 'ok: fees of the validators' },
  { name: 'bounce_fwd_fees', type: uint128, codec: 'zstd', comment: 'ok: fees of the route' },
  {
    name: 'split_cur_shard_pfx_len',
    type: nullable(uint8),
    codec: 'integer',
    comment: 'SplitMergeInfo: length of the current prefix; NULL: the transaction has no SplitMergeInfo',
  },
  {
    name: 'split_acc_split_depth',
    type: uint8,
    codec: 'integer',
    comment: 'SplitMergeInfo: split depth of the account',
  },
  { name: 'split_this_addr', type: bytes32, comment: 'SplitMergeInfo: this address' },
  { name: 'split_sibling_addr', type: bytes32, comment: 'SplitMergeInfo: the sibling’s address' },
  {
    name: 'raw_boc',
    type: bytes,
    codec: 'cells',
    comment:
      'The transaction as a bag of cells if its cell cannot be rebuilt exactly from the columns; otherwise empty',
  },
  shared.rowVersion,
] as const;

/**
 * One transaction with its description and phases in flat columns. The columns of an absent phase are zero, `none` or
 * false; the comments of the columns tell which of them shows whether the phase is present.
 */
export type TransactionRow = RowOf<typeof columns>;

/** Appends one row, columns in stored order. Written by hand for speed; a test compares it with the column list. */
function encodeTransactionRow(writer: RowBinaryWriter, row: TransactionRow): void {
  encodeHeader(writer, row);
  encodeDescription(writer, row);
  encodeStorageAndCreditPhases(writer, row);
  encodeComputePhase(writer, row);
  encodeActionPhase(writer, row);
  encodeBouncePhase(writer, row);
  encodeSplitMergeInfo(writer, row);
  writer.stringBytes(row.rawBoc);
  writer.uint32(row.rowVersion);
}

function encodeHeader(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.int32(row.workchain);
  writer.bytes32(row.account);
  writer.uint64(row.lt);
  writer.bytes32(row.hash);
  writer.int64(row.blockShard);
  writer.uint32(row.blockSeqno);
  writer.nullableUint32(row.mcBlockSeqno);
  writer.bytes32(row.prevTransHash);
  writer.uint64(row.prevTransLt);
  writer.uint32(row.now);
  writer.int8(shared.accountStatusNumbers[row.origStatus]);
  writer.int8(shared.accountStatusNumbers[row.endStatus]);
  writer.uint128(row.totalFees);
  writeExtraCurrencies(writer, row.totalFeesExtra);
  writer.bytes32(row.oldStateHash);
  writer.bytes32(row.newStateHash);
  writer.nullableBytes32(row.inMsgHash);
  writer.uint16(row.outMsgCount);
}

function encodeDescription(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.int8(descriptionNumbers[row.descr]);
  writer.bool(row.aborted);
  writer.bool(row.destroyed);
  writer.bool(row.creditFirst);
  writer.bool(row.isTock);
  writer.bool(row.installed);
}

function encodeStorageAndCreditPhases(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.nullableUint128(row.storageFeesCollected);
  writer.nullableUint128(row.storageFeesDue);
  writer.int8(shared.statusChangeNumbers[row.storageStatusChange]);
  writer.nullableUint128(row.credit);
  writer.nullableUint128(row.creditDueFeesCollected);
  writeExtraCurrencies(writer, row.creditExtra);
}

function encodeComputePhase(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.int8(computeNumbers[row.compute]);
  writer.int8(skipReasonNumbers[row.computeSkipReason]);
  writer.bool(row.computeSuccess);
  writer.bool(row.msgStateUsed);
  writer.bool(row.accountActivated);
  writer.uint128(row.gasFees);
  writer.uint64(row.gasUsed);
  writer.uint64(row.gasLimit);
  writer.nullableUint32(row.gasCredit);
  writer.int8(row.computeMode);
  writer.int32(row.exitCode);
  writer.nullableInt32(row.exitArg);
  writer.uint32(row.vmSteps);
  writer.bytes32(row.vmInitStateHash);
  writer.bytes32(row.vmFinalStateHash);
}

function encodeActionPhase(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.bool(row.action);
  writer.bool(row.actionSuccess);
  writer.bool(row.actionValid);
  writer.bool(row.actionNoFunds);
  writer.int8(shared.statusChangeNumbers[row.actionStatusChange]);
  writer.nullableUint128(row.actionTotalFwdFees);
  writer.nullableUint128(row.actionTotalActionFees);
  writer.int32(row.actionResultCode);
  writer.nullableInt32(row.actionResultArg);
  writer.uint16(row.totActions);
  writer.uint16(row.specActions);
  writer.uint16(row.skippedActions);
  writer.uint16(row.msgsCreated);
  writer.bytes32(row.actionListHash);
  writer.uint64(row.totMsgCells);
  writer.uint64(row.totMsgBits);
}

function encodeBouncePhase(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.int8(bounceNumbers[row.bounce]);
  writer.uint64(row.bounceMsgCells);
  writer.uint64(row.bounceMsgBits);
  writer.uint128(row.bounceReqFwdFees);
  writer.uint128(row.bounceMsgFees);
  writer.uint128(row.bounceFwdFees);
}

function encodeSplitMergeInfo(writer: RowBinaryWriter, row: TransactionRow): void {
  writer.nullableUint8(row.splitCurShardPfxLen);
  writer.uint8(row.splitAccSplitDepth);
  writer.bytes32(row.splitThisAddr);
  writer.bytes32(row.splitSiblingAddr);
}

export const transactionsTable: TableDefinition<TransactionRow, typeof columns> = {
  name: 'transactions',
  comment: 'Transactions with all their phases; key (workchain, account, lt)',
  columns,
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['workchain', 'account', 'lt'],
  partitionBy: shared.partitionByLt,
  settings: shared.rowSettings,
  pack: {
    format: 1,
    outside: ['hash', 'prev_trans_hash', 'old_state_hash', 'new_state_hash', 'in_msg_hash', 'action_list_hash'],
    emptyWhere: shared.isInParts,
  },
  encode: encodeTransactionRow,
};
