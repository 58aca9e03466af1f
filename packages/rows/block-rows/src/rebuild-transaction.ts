import { Bag, type Cell, CellBuilder, fillPrunedBranches } from '@tonriver/boc';
import {
  absentDescriptionFields,
  type BouncePhase,
  type ComputePhase,
  loadMessage,
  loadTransaction,
  type MessageInfo,
  type MessageParts,
  noAddress,
  parseAddress,
  resolveMessage,
  resolveTransaction,
  type StateInit,
  storeMessage,
  storeStateInit,
  storeTransaction,
  type TransactionDescription,
  type TransactionParts,
} from '@tonriver/chain-model';
import type { MessageRow, StateInitRow, TransactionRow } from '@tonriver/row-schema';
import { BlockRowsError } from './block-rows-error.ts';
import { specialOf } from './special-column.ts';

/** Look-ups of the trees and StateInits that rows refer to by hash (lower-case hex). */
export interface StoredTrees {
  readonly tree: (hash: string) => Uint8Array | undefined;
  readonly stateInit: (hash: string) => StateInitRow | undefined;
}

/** The rows of one transaction, with look-ups of what they refer to. */
export interface StoredTransactionRows extends StoredTrees {
  readonly transaction: TransactionRow;
  readonly messages: readonly MessageRow[];
}

interface RebuiltTransaction {
  readonly cell: Cell;
  readonly parts: TransactionParts<Cell>;
}

/**
 * Rebuilds a transaction's cell from its rows. The cell has the stored hash; `verify --cells` checks this for every
 * transaction.
 *
 * @throws {BlockRowsError} when a row or a tree is missing, or rows contradict each other
 * @throws {ChainModelError | BocError} when stored bytes are malformed
 */
export function rebuildTransaction(stored: StoredTransactionRows): RebuiltTransaction {
  const { transaction } = stored;
  if (transaction.rawBoc.length > 0) {
    const bag = Bag.parse(transaction.rawBoc);
    return { cell: bag.toCell(bag.root), parts: resolveTransaction(bag, loadTransaction(bag, bag.root)) };
  }
  const parts = transactionParts(stored);
  const builder = new CellBuilder();
  storeTransaction(builder, parts);
  return { cell: builder.endCell(), parts };
}

/** Rebuilds a message's cell from its row. Throws as `rebuildTransaction` does. */
export function rebuildMessage(stored: StoredTrees, row: MessageRow): Cell {
  const builder = new CellBuilder();
  if (row.rawBoc.length > 0) {
    const bag = Bag.parse(row.rawBoc);
    return bag.toCell(bag.root);
  }
  storeMessage(builder, messageParts(stored, row));
  return builder.endCell();
}

/** Rebuilds the cell of a StateInit from its row. Throws as `rebuildTransaction` does. */
export function rebuildStateInit(stored: Pick<StoredTrees, 'tree'>, row: StateInitRow): Cell {
  if (row.rawBoc.length > 0) {
    const bag = Bag.parse(row.rawBoc);
    return bag.toCell(bag.root);
  }
  const builder = new CellBuilder();
  storeStateInit(builder, stateInitParts(stored, row));
  return builder.endCell();
}

function transactionParts(stored: StoredTransactionRows): TransactionParts<Cell> {
  const row = stored.transaction;
  const inMessages = stored.messages.filter(({ direction }) => direction === 'in');
  const outMessages = stored.messages
    .filter(({ direction }) => direction === 'out')
    .toSorted((left, right) => left.position - right.position);
  if (inMessages.length !== (row.inMsgHash === null ? 0 : 1)) throw contradiction(row, 'the incoming message');
  if (outMessages.length !== row.outMsgCount) throw contradiction(row, 'the number of outgoing messages');
  const [inMessage] = inMessages;
  return {
    accountHash: row.account,
    lt: row.lt,
    prevTransHash: row.prevTransHash,
    prevTransLt: row.prevTransLt,
    now: row.now,
    outMessageCount: row.outMsgCount,
    origStatus: row.origStatus,
    endStatus: row.endStatus,
    inMessage: inMessage === undefined ? null : messageParts(stored, inMessage),
    outMessages: outMessages.map((message) => messageParts(stored, message)),
    totalFees: { grams: row.totalFees, extra: row.totalFeesExtra },
    oldStateHash: row.oldStateHash,
    newStateHash: row.newStateHash,
    description: descriptionOf(row),
  };
}

function contradiction({ account, lt }: TransactionRow | MessageRow, what: string): BlockRowsError {
  return new BlockRowsError('contradicting_row', `The rows of a transaction disagree about ${what}`, {
    account: hex(account),
    lt,
  });
}

function messageParts(stored: StoredTrees, row: MessageRow): MessageParts<Cell> {
  if (row.rawBoc.length > 0) {
    const bag = Bag.parse(row.rawBoc);
    return resolveMessage(bag, loadMessage(bag, bag.root));
  }
  return {
    info: messageInfo(row),
    init: row.initHash === null ? null : stateInitOf(stored, row.initHash),
    initLayout: row.initInReference ? 'reference' : 'inline',
    body: treeOf(stored, row.bodyHash),
    bodyLayout: row.bodyInReference ? 'reference' : 'inline',
  };
}

function treeOf(stored: Pick<StoredTrees, 'tree'>, hash: Uint8Array): Cell {
  const boc = stored.tree(hex(hash));
  if (boc === undefined)
    throw new BlockRowsError('missing_tree', 'A tree of cells that a row refers to is not stored', { hash: hex(hash) });
  const bag = Bag.parse(boc);
  return bag.toCell(bag.root);
}

function stateInitOf(stored: StoredTrees, hash: Uint8Array): StateInit<Cell> {
  const row = stored.stateInit(hex(hash));
  if (row === undefined) {
    throw new BlockRowsError('missing_state_init', 'A StateInit that a row refers to is not stored', {
      hash: hex(hash),
    });
  }
  return stateInitParts(stored, row);
}

function stateInitParts(stored: Pick<StoredTrees, 'tree'>, row: StateInitRow): StateInit<Cell> {
  const tree = (of: Uint8Array | null): Cell | null => (of === null ? null : treeOf(stored, of));
  const code = tree(row.codeHash);
  return {
    fixedPrefixLength: row.fixedPrefixLength,
    special: specialOf(row.special),
    code,
    data: row.dataBoc.length === 0 || code === null ? tree(row.dataHash) : dataWithCode(row.dataBoc, code),
    library: tree(row.libraryHash),
  };
}

/** Puts the code of a contract into its data, which contains the code but was stored without it. */
function dataWithCode(dataBoc: Uint8Array, code: Cell): Cell {
  const bag = Bag.parse(dataBoc);
  return fillPrunedBranches(bag.toCell(bag.root), code);
}

/** Columns that a message of each kind must have. */
const requiredColumns = {
  internal: ['value', 'fwdFee', 'ihrFee', 'createdLt', 'createdAt', 'ihrDisabled', 'bounce', 'bounced'],
  external_in: ['importFee'],
  external_out: ['createdLt', 'createdAt'],
} as const;

function messageInfo(row: MessageRow): MessageInfo {
  for (const column of requiredColumns[row.kind]) {
    if (row[column] === null) throw contradiction(row, `${column} of a message of kind ${row.kind}`);
  }
  const source = addressOf(row.sourceType, row.sourceWorkchain, row.sourceAccount, row.sourceText);
  const destination = addressOf(
    row.destinationType,
    row.destinationWorkchain,
    row.destinationAccount,
    row.destinationText,
  );
  // Kinds of messages differ only in which fields are null, so the type is right by construction.
  return {
    type: row.kind,
    ihrDisabled: row.ihrDisabled,
    bounce: row.bounce,
    bounced: row.bounced,
    source,
    destination,
    value: row.value === null ? null : { grams: row.value, extra: row.valueExtra },
    ihrFee: row.ihrFee,
    forwardFee: row.fwdFee,
    importFee: row.importFee,
    createdLt: row.createdLt,
    createdAt: row.createdAt,
  } as MessageInfo;
}

function addressOf(type: MessageRow['sourceType'], workchain: number, account: Uint8Array, text: string) {
  if (type === 'none') return noAddress;
  return type === 'std' ? ({ type, workchain, hash: account, anycast: null } as const) : parseAddress(text);
}

/** Parts that a transaction of each kind must have. `prepareTransaction` is only in the stored cell (`raw_boc`). */
const requiredParts = {
  ord: ['computePhase'],
  storage: ['storagePhase'],
  tick_tock: ['storagePhase', 'computePhase'],
  split_prepare: ['splitInfo', 'computePhase'],
  split_install: ['splitInfo', 'prepareTransaction'],
  merge_prepare: ['splitInfo', 'storagePhase'],
  merge_install: ['splitInfo', 'prepareTransaction', 'computePhase'],
} as const;

function descriptionOf(row: TransactionRow): TransactionDescription<Cell> {
  const fields = {
    storagePhase:
      row.storageFeesCollected === null
        ? null
        : {
            feesCollected: row.storageFeesCollected,
            feesDue: row.storageFeesDue,
            statusChange: row.storageStatusChange,
          },
    creditPhase:
      row.credit === null
        ? null
        : { dueFeesCollected: row.creditDueFeesCollected, credit: { grams: row.credit, extra: row.creditExtra } },
    computePhase: computePhaseOf(row),
    actionPhase: row.action ? actionPhaseOf(row) : null,
    bouncePhase: bouncePhaseOf(row),
    splitInfo:
      row.splitCurShardPfxLen === null
        ? null
        : {
            currentShardPrefixLength: row.splitCurShardPfxLen,
            accountSplitDepth: row.splitAccSplitDepth,
            thisAddress: row.splitThisAddr,
            siblingAddress: row.splitSiblingAddr,
          },
    prepareTransaction: null,
  };
  const { descr } = row;
  for (const part of requiredParts[descr]) {
    if (fields[part] === null) throw contradiction(row, `${part} of kind ${descr}`);
  }
  // The kind decides which flags a transaction has; phases that it does not have are null columns.
  const flags = {
    creditFirst: descr === 'ord' ? row.creditFirst : null,
    aborted: descr === 'storage' || descr === 'split_install' ? null : row.aborted,
    destroyed: descr === 'storage' || descr === 'split_install' || descr === 'merge_prepare' ? null : row.destroyed,
    isTock: descr === 'tick_tock' ? row.isTock : null,
    installed: descr === 'split_install' ? row.installed : null,
  };
  return { ...absentDescriptionFields, ...fields, ...flags, type: descr } as TransactionDescription<Cell>;
}

function computePhaseOf(row: TransactionRow): ComputePhase | null {
  if (row.compute === 'none') return null;
  if (row.compute === 'skipped') {
    if (row.computeSkipReason === 'none') throw contradiction(row, 'why the compute phase was skipped');
    return { type: 'skipped', reason: row.computeSkipReason };
  }
  return {
    type: 'vm',
    success: row.computeSuccess,
    messageStateUsed: row.msgStateUsed,
    accountActivated: row.accountActivated,
    gasFees: row.gasFees,
    gasUsed: Number(row.gasUsed),
    gasLimit: Number(row.gasLimit),
    gasCredit: row.gasCredit,
    mode: row.computeMode,
    exitCode: row.exitCode,
    exitArgument: row.exitArg,
    vmSteps: row.vmSteps,
    vmInitStateHash: row.vmInitStateHash,
    vmFinalStateHash: row.vmFinalStateHash,
  };
}

function actionPhaseOf(row: TransactionRow) {
  return {
    success: row.actionSuccess,
    valid: row.actionValid,
    noFunds: row.actionNoFunds,
    statusChange: row.actionStatusChange,
    totalForwardFees: row.actionTotalFwdFees,
    totalActionFees: row.actionTotalActionFees,
    resultCode: row.actionResultCode,
    resultArgument: row.actionResultArg,
    totalActions: row.totActions,
    specialActions: row.specActions,
    skippedActions: row.skippedActions,
    messagesCreated: row.msgsCreated,
    actionListHash: row.actionListHash,
    totalMessageSize: { cells: Number(row.totMsgCells), bits: Number(row.totMsgBits) },
  };
}

function bouncePhaseOf(row: TransactionRow): BouncePhase | null {
  const messageSize = { cells: Number(row.bounceMsgCells), bits: Number(row.bounceMsgBits) };
  const none = { requiredForwardFees: null, messageFees: null, forwardFees: null };
  switch (row.bounce) {
    case 'none':
      return null;
    case 'negfunds':
      return { type: 'negfunds', messageSize: null, ...none };
    case 'nofunds':
      return { ...none, type: 'nofunds', messageSize, requiredForwardFees: row.bounceReqFwdFees };
    case 'ok':
      return {
        ...none,
        type: 'ok',
        messageSize,
        messageFees: row.bounceMsgFees,
        forwardFees: row.bounceFwdFees,
      };
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
