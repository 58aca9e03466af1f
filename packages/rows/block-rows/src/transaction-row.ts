import { type Bag, serializeTree } from '@tonriver/boc';
import type { ActionPhase, ComputePhaseVm, Transaction } from '@tonriver/chain-model';
import type { TransactionRow } from '@tonriver/row-schema';
import type { BlockPlace } from './block-place.ts';

const noHash = new Uint8Array(32);
const noBytes = new Uint8Array(0);

/** The columns of a compute phase in which no code ran. */
const absentVm: ComputePhaseVm = {
  type: 'vm',
  success: false,
  messageStateUsed: false,
  accountActivated: false,
  gasFees: 0n,
  gasUsed: 0,
  gasLimit: 0,
  gasCredit: null,
  mode: 0,
  exitCode: 0,
  exitArgument: null,
  vmSteps: 0,
  vmInitStateHash: noHash,
  vmFinalStateHash: noHash,
};

/** The columns of an absent action phase. */
const absentAction: ActionPhase = {
  success: false,
  valid: false,
  noFunds: false,
  statusChange: 'unchanged',
  totalForwardFees: null,
  totalActionFees: null,
  resultCode: 0,
  resultArgument: null,
  totalActions: 0,
  specialActions: 0,
  skippedActions: 0,
  messagesCreated: 0,
  actionListHash: noHash,
  totalMessageSize: { cells: 0, bits: 0 },
};

/** Returns the row of `transactions`. The first column of a phase tells that it is absent; its others are then zero. */
export function transactionRow(bag: Bag, transaction: Transaction, place: BlockPlace): TransactionRow {
  const { description, inMessage, totalFees } = transaction;
  const { storagePhase, creditPhase, computePhase, actionPhase, bouncePhase, splitInfo } = description;
  const vm = computePhase?.type === 'vm' ? computePhase : absentVm;
  const action = actionPhase ?? absentAction;
  return {
    workchain: place.workchain,
    account: transaction.accountHash,
    lt: transaction.lt,
    hash: bag.hash(transaction.cell),
    blockShard: place.shard,
    blockSeqno: place.seqno,
    mcBlockSeqno: place.round,
    prevTransHash: transaction.prevTransHash,
    prevTransLt: transaction.prevTransLt,
    now: transaction.now,
    origStatus: transaction.origStatus,
    endStatus: transaction.endStatus,
    totalFees: totalFees.grams,
    totalFeesExtra: totalFees.extra,
    oldStateHash: transaction.oldStateHash,
    newStateHash: transaction.newStateHash,
    inMsgHash: inMessage === null ? null : bag.hash(inMessage.cell),
    outMsgCount: transaction.outMessageCount,
    descr: description.type,
    aborted: description.aborted ?? false,
    destroyed: description.destroyed ?? false,
    creditFirst: description.creditFirst ?? false,
    isTock: description.isTock ?? false,
    installed: description.installed ?? false,
    storageFeesCollected: storagePhase?.feesCollected ?? null,
    storageFeesDue: storagePhase?.feesDue ?? null,
    storageStatusChange: storagePhase?.statusChange ?? 'unchanged',
    credit: creditPhase?.credit.grams ?? null,
    creditDueFeesCollected: creditPhase?.dueFeesCollected ?? null,
    creditExtra: creditPhase?.credit.extra ?? [],
    compute: computePhase?.type ?? 'none',
    computeSkipReason: computePhase?.type === 'skipped' ? computePhase.reason : 'none',
    computeSuccess: vm.success,
    msgStateUsed: vm.messageStateUsed,
    accountActivated: vm.accountActivated,
    gasFees: vm.gasFees,
    gasUsed: BigInt(vm.gasUsed),
    gasLimit: BigInt(vm.gasLimit),
    gasCredit: vm.gasCredit,
    computeMode: vm.mode,
    exitCode: vm.exitCode,
    exitArg: vm.exitArgument,
    vmSteps: vm.vmSteps,
    vmInitStateHash: vm.vmInitStateHash,
    vmFinalStateHash: vm.vmFinalStateHash,
    action: actionPhase !== null,
    actionSuccess: action.success,
    actionValid: action.valid,
    actionNoFunds: action.noFunds,
    actionStatusChange: action.statusChange,
    actionTotalFwdFees: action.totalForwardFees,
    actionTotalActionFees: action.totalActionFees,
    actionResultCode: action.resultCode,
    actionResultArg: action.resultArgument,
    totActions: action.totalActions,
    specActions: action.specialActions,
    skippedActions: action.skippedActions,
    msgsCreated: action.messagesCreated,
    actionListHash: action.actionListHash,
    totMsgCells: BigInt(action.totalMessageSize.cells),
    totMsgBits: BigInt(action.totalMessageSize.bits),
    bounce: bouncePhase?.type ?? 'none',
    bounceMsgCells: BigInt(bouncePhase?.messageSize?.cells ?? 0),
    bounceMsgBits: BigInt(bouncePhase?.messageSize?.bits ?? 0),
    bounceReqFwdFees: bouncePhase?.requiredForwardFees ?? 0n,
    bounceMsgFees: bouncePhase?.messageFees ?? 0n,
    bounceFwdFees: bouncePhase?.forwardFees ?? 0n,
    splitCurShardPfxLen: splitInfo?.currentShardPrefixLength ?? null,
    splitAccSplitDepth: splitInfo?.accountSplitDepth ?? 0,
    splitThisAddr: splitInfo?.thisAddress ?? noHash,
    splitSiblingAddr: splitInfo?.siblingAddress ?? noHash,
    rawBoc: needsRawCell(transaction) ? serializeTree(bag, transaction.cell) : noBytes,
    rowVersion: place.rowVersion,
  };
}

/** Tells whether columns cannot give the cell: unusual encodings, and installs, which hold another transaction. */
function needsRawCell({ isCanonical, description, outMessageCount, outMessages }: Transaction): boolean {
  return !isCanonical || description.prepareTransaction !== null || outMessageCount !== outMessages.length;
}
