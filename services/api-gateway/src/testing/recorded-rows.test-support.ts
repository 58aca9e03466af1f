import { Bag, serializeTree } from '@tonriver/boc';
import type {
  AccountStateRow,
  CellTreeRow,
  MessageRow,
  StateInitRow,
  TraceIdRow,
  TransactionRow,
} from '@tonriver/row-schema';
import { accountStateRow, messageRow, transactionRow } from '@tonriver/chain-reader/testing';

/** A JSON object of a recorded answer. */
export type Recorded = Readonly<Record<string, unknown>>;

/** The rows of a recorded transaction. */
export interface RecordedRows {
  readonly transaction: TransactionRow;
  readonly messages: readonly MessageRow[];
  readonly cellTrees: readonly CellTreeRow[];
  readonly stateInits: readonly StateInitRow[];
  readonly accountStates: readonly AccountStateRow[];
  readonly traceId: TraceIdRow;
}

/** Converts a recorded transaction of the deployed service to rows: the inverse of printing. */
export function rowsOfRecorded(recorded: Recorded): RecordedRows {
  const { workchain, account } = addressParts(text(recorded, 'account'));
  const lt = BigInt(text(recorded, 'lt'));
  const blockRef = object(recorded, 'block_ref');
  const place = {
    workchain,
    account,
    lt,
    blockShard: BigInt.asIntN(64, BigInt(`0x${text(blockRef, 'shard')}`)),
    blockSeqno: number(blockRef, 'seqno'),
    mcBlockSeqno: number(recorded, 'mc_block_seqno'),
  };
  const cellTrees: CellTreeRow[] = [];
  const stateInits: StateInitRow[] = [];
  const keep = { cellTrees, stateInits };
  const inMessage = recorded['in_msg'] === null ? undefined : object(recorded, 'in_msg');
  const outMessages = recorded['out_msgs'] as readonly Recorded[];
  const messages = [
    ...(inMessage === undefined ? [] : [messageOf(inMessage, { ...place, direction: 'in', position: 0 }, keep)]),
    ...outMessages.map((message, position) => messageOf(message, { ...place, direction: 'out', position }, keep)),
  ];
  return {
    transaction: transactionRow({
      ...place,
      hash: hash(recorded, 'hash'),
      prevTransHash: hash(recorded, 'prev_trans_hash'),
      prevTransLt: BigInt(text(recorded, 'prev_trans_lt')),
      now: number(recorded, 'now'),
      origStatus: text(recorded, 'orig_status') as TransactionRow['origStatus'],
      endStatus: text(recorded, 'end_status') as TransactionRow['endStatus'],
      totalFees: BigInt(text(recorded, 'total_fees')),
      oldStateHash: hash(object(recorded, 'account_state_before'), 'hash'),
      newStateHash: hash(object(recorded, 'account_state_after'), 'hash'),
      inMsgHash: inMessage === undefined ? null : hash(inMessage, 'hash'),
      outMsgCount: outMessages.length,
      ...descriptionColumns(object(recorded, 'description')),
    }),
    messages,
    cellTrees,
    stateInits,
    accountStates: [
      ...stateOf(object(recorded, 'account_state_before'), {
        ...place,
        lt: BigInt(text(recorded, 'prev_trans_lt')),
      }),
      ...stateOf(object(recorded, 'account_state_after'), place),
    ],
    traceId: { workchain, account, lt, traceId: hash(recorded, 'trace_id'), version: 2n ** 32n - 1n },
  };
}

/** Returns the row of a recorded state; undefined where the service had none: between two transactions of a block. */
function stateOf(state: Recorded, { workchain, account, lt }: Partial<AccountStateRow>): AccountStateRow[] {
  if (state['balance'] === null) return [];
  const extra = Object.entries(object(state, 'extra_currencies') as Readonly<Record<string, string>>);
  const optional = (name: string): Uint8Array | null => (state[name] === null ? null : hash(state, name));
  const key = { workchain: workchain ?? 0, account: account ?? new Uint8Array(32), lt: lt ?? 0n };
  return [
    accountStateRow({
      ...key,
      hash: hash(state, 'hash'),
      status: text(state, 'account_status') as AccountStateRow['status'],
      balance: BigInt(text(state, 'balance')),
      extraCurrencies: extra.map(([currency, value]) => ({ currency: Number(currency), amount: BigInt(value) })),
      frozenHash: optional('frozen_hash'),
      dataHash: optional('data_hash'),
      codeHash: optional('code_hash'),
    }),
  ];
}

function messageOf(
  message: Recorded,
  place: Partial<MessageRow>,
  keep: { readonly cellTrees: CellTreeRow[]; readonly stateInits: StateInitRow[] },
): MessageRow {
  const content = object(message, 'message_content');
  keep.cellTrees.push({ hash: hash(content, 'hash'), boc: Buffer.from(text(content, 'body'), 'base64') });
  const init = message['init_state'] === null ? undefined : object(message, 'init_state');
  if (init !== undefined) keepStateInit(Buffer.from(text(init, 'body'), 'base64'), hash(init, 'hash'), keep);
  const isExternalIn = message['source'] === null;
  const extraFlags = message['extra_flags'];
  const optional = <Value>(name: string, convert: (text: string) => Value): Value | null =>
    message[name] === null ? null : convert(text(message, name));
  return messageRow({
    ...place,
    hash: hash(message, 'hash'),
    hashNorm: isExternalIn ? hash(message, message['hash_norm'] === undefined ? 'hash' : 'hash_norm') : null,
    kind: isExternalIn ? 'external_in' : 'internal',
    ...addressColumns('source', message['source'] as string | null),
    ...addressColumns('destination', message['destination'] as string | null),
    value: optional('value', BigInt),
    fwdFee: optional('fwd_fee', BigInt),
    // One raw field: named extra_flags since global version 12.
    ihrFee: typeof extraFlags === 'string' ? BigInt(extraFlags) : optional('ihr_fee', BigInt),
    importFee: optional('import_fee', BigInt),
    createdLt: optional('created_lt', BigInt),
    createdAt: optional('created_at', Number),
    ihrDisabled: message['ihr_disabled'] as boolean | null,
    bounce: message['bounce'] as boolean | null,
    bounced: message['bounced'] as boolean | null,
    opcode: optional('opcode', Number),
    bodyHash: hash(content, 'hash'),
    initHash: init === undefined ? null : hash(init, 'hash'),
  });
}

function addressColumns(side: 'source' | 'destination', address: string | null): Partial<MessageRow> {
  const { workchain, account } =
    address === null ? { workchain: 0, account: new Uint8Array(32) } : addressParts(address);
  const type = address === null ? 'none' : 'std';
  return side === 'source'
    ? { sourceType: type, sourceWorkchain: workchain, sourceAccount: account }
    : { destinationType: type, destinationWorkchain: workchain, destinationAccount: account };
}

function keepStateInit(
  boc: Uint8Array,
  stateHash: Uint8Array,
  { cellTrees, stateInits }: { readonly cellTrees: CellTreeRow[]; readonly stateInits: StateInitRow[] },
): void {
  const bag = Bag.parse(boc);
  const slice = bag.slice(bag.root);
  const fixedPrefixLength = slice.loadBit() ? slice.loadUint(5) : null;
  const special = slice.loadBit() ? slice.loadUint(2) : null;
  const tree = (): Uint8Array | null => {
    if (!slice.loadBit()) return null;
    const cell = slice.loadRef();
    const treeHash = bag.hash(cell).slice();
    cellTrees.push({ hash: treeHash, boc: serializeTree(bag, cell) });
    return treeHash;
  };
  const [codeHash, dataHash, libraryHash] = [tree(), tree(), tree()] as const;
  const none = new Uint8Array(0);
  const hashes = { codeHash, dataHash, libraryHash };
  stateInits.push({ hash: stateHash, fixedPrefixLength, special, ...hashes, dataBoc: none, rawBoc: none });
}

function descriptionColumns(description: Recorded): Partial<TransactionRow> {
  const columns: Record<string, unknown> = {
    descr: description['type'],
    aborted: description['aborted'],
    destroyed: description['destroyed'],
    creditFirst: description['credit_first'],
  };
  const storage = description['storage_ph'] as Recorded | undefined;
  if (storage !== undefined) {
    columns['storageFeesCollected'] = amount(storage, 'storage_fees_collected');
    columns['storageFeesDue'] = amount(storage, 'storage_fees_due');
    columns['storageStatusChange'] = storage['status_change'];
  }
  const credit = description['credit_ph'] as Recorded | undefined;
  if (credit !== undefined) {
    columns['credit'] = amount(credit, 'credit');
    columns['creditDueFeesCollected'] = amount(credit, 'due_fees_collected');
  }
  const action = description['action'] as Recorded | undefined;
  return {
    ...columns,
    ...computeColumns(object(description, 'compute_ph')),
    ...(action === undefined ? {} : actionColumns(action)),
  };
}

function computeColumns(phase: Recorded): Partial<TransactionRow> {
  if (phase['skipped'] === true) {
    return { compute: 'skipped', computeSkipReason: phase['reason'] as TransactionRow['computeSkipReason'] };
  }
  const gasCredit = amount(phase, 'gas_credit');
  return {
    compute: 'vm',
    computeSuccess: phase['success'] as boolean,
    msgStateUsed: phase['msg_state_used'] as boolean,
    accountActivated: phase['account_activated'] as boolean,
    gasFees: amount(phase, 'gas_fees') ?? 0n,
    gasUsed: amount(phase, 'gas_used') ?? 0n,
    gasLimit: amount(phase, 'gas_limit') ?? 0n,
    gasCredit: gasCredit === null ? null : Number(gasCredit),
    computeMode: number(phase, 'mode'),
    exitCode: number(phase, 'exit_code'),
    exitArg: (phase['exit_arg'] as number | undefined) ?? null,
    vmSteps: number(phase, 'vm_steps'),
    vmInitStateHash: hash(phase, 'vm_init_state_hash'),
    vmFinalStateHash: hash(phase, 'vm_final_state_hash'),
  };
}

function actionColumns(phase: Recorded): Partial<TransactionRow> {
  const size = object(phase, 'tot_msg_size');
  return {
    action: true,
    actionSuccess: phase['success'] as boolean,
    actionValid: phase['valid'] as boolean,
    actionNoFunds: phase['no_funds'] as boolean,
    actionStatusChange: phase['status_change'] as TransactionRow['actionStatusChange'],
    actionTotalFwdFees: amount(phase, 'total_fwd_fees'),
    actionTotalActionFees: amount(phase, 'total_action_fees'),
    actionResultCode: number(phase, 'result_code'),
    actionResultArg: (phase['result_arg'] as number | undefined) ?? null,
    totActions: number(phase, 'tot_actions'),
    specActions: number(phase, 'spec_actions'),
    skippedActions: number(phase, 'skipped_actions'),
    msgsCreated: number(phase, 'msgs_created'),
    actionListHash: hash(phase, 'action_list_hash'),
    totMsgCells: amount(size, 'cells') ?? 0n,
    totMsgBits: amount(size, 'bits') ?? 0n,
  };
}

function addressParts(address: string): { readonly workchain: number; readonly account: Uint8Array } {
  const [workchain = '', account = ''] = address.split(':');
  return { workchain: Number(workchain), account: Buffer.from(account, 'hex') };
}

function object(parent: Recorded, name: string): Recorded {
  return parent[name] as Recorded;
}

function text(parent: Recorded, name: string): string {
  const value = parent[name];
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string in the recording`);
  return value;
}

function number(parent: Recorded, name: string): number {
  const value = parent[name];
  if (typeof value !== 'number') throw new TypeError(`${name} is not a number in the recording`);
  return value;
}

function hash(parent: Recorded, name: string): Uint8Array {
  return Buffer.from(text(parent, name), 'base64');
}

function amount(parent: Recorded, name: string): bigint | null {
  return parent[name] === undefined ? null : BigInt(text(parent, name));
}
