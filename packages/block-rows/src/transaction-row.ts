import { type Bag, serializeTree } from '@tonriver/boc';
import type { Transaction } from '@tonriver/chain-model';
import type { TransactionRow } from '@tonriver/clickhouse';
import type { BlockPlace } from './block-place.ts';

const noHash = new Uint8Array(32);
const noBytes = new Uint8Array(0);

/** One row of `transactions`. Fields of phases that are not there are zero; the phase's first column says that it is not. */
export function transactionRow(bag: Bag, transaction: Transaction, place: BlockPlace): TransactionRow {
  const { description, inMessage, totalFees } = transaction;
  const { storagePhase, creditPhase, splitInfo } = description;
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
    ...computeColumns(description.computePhase),
    ...actionColumns(description.actionPhase),
    ...bounceColumns(description.bouncePhase),
    splitCurShardPfxLen: splitInfo?.currentShardPrefixLength ?? null,
    splitAccSplitDepth: splitInfo?.accountSplitDepth ?? 0,
    splitThisAddr: splitInfo?.thisAddress ?? noHash,
    splitSiblingAddr: splitInfo?.siblingAddress ?? noHash,
    rawBoc: needsRawCell(transaction) ? serializeTree(bag, transaction.cell) : noBytes,
    rowVersion: place.rowVersion,
  };
}

/** Where the fields alone would not give the cell back: odd encodings, and installs that hold another transaction. */
function needsRawCell({ isCanonical, description, outMessageCount, outMessages }: Transaction): boolean {
  return !isCanonical || description.prepareTransaction !== null || outMessageCount !== outMessages.length;
}

type Description = Transaction['description'];

function computeColumns(phase: Description['computePhase']) {
  const vm = phase?.type === 'vm' ? phase : null;
  return {
    compute: phase?.type ?? ('none' as const),
    computeSkipReason: phase?.type === 'skipped' ? phase.reason : ('none' as const),
    computeSuccess: vm?.success ?? false,
    msgStateUsed: vm?.messageStateUsed ?? false,
    accountActivated: vm?.accountActivated ?? false,
    gasFees: vm?.gasFees ?? 0n,
    gasUsed: vm === null ? 0n : BigInt(vm.gasUsed),
    gasLimit: vm === null ? 0n : BigInt(vm.gasLimit),
    gasCredit: vm?.gasCredit ?? null,
    computeMode: vm?.mode ?? 0,
    exitCode: vm?.exitCode ?? 0,
    exitArg: vm?.exitArgument ?? null,
    vmSteps: vm?.vmSteps ?? 0,
    vmInitStateHash: vm?.vmInitStateHash ?? noHash,
    vmFinalStateHash: vm?.vmFinalStateHash ?? noHash,
  };
}

function actionColumns(phase: Description['actionPhase']) {
  return {
    action: phase !== null,
    actionSuccess: phase?.success ?? false,
    actionValid: phase?.valid ?? false,
    actionNoFunds: phase?.noFunds ?? false,
    actionStatusChange: phase?.statusChange ?? ('unchanged' as const),
    actionTotalFwdFees: phase?.totalForwardFees ?? null,
    actionTotalActionFees: phase?.totalActionFees ?? null,
    actionResultCode: phase?.resultCode ?? 0,
    actionResultArg: phase?.resultArgument ?? null,
    totActions: phase?.totalActions ?? 0,
    specActions: phase?.specialActions ?? 0,
    skippedActions: phase?.skippedActions ?? 0,
    msgsCreated: phase?.messagesCreated ?? 0,
    actionListHash: phase?.actionListHash ?? noHash,
    totMsgCells: BigInt(phase?.totalMessageSize.cells ?? 0),
    totMsgBits: BigInt(phase?.totalMessageSize.bits ?? 0),
  };
}

function bounceColumns(phase: Description['bouncePhase']) {
  return {
    bounce: phase?.type ?? ('none' as const),
    bounceMsgCells: BigInt(phase?.messageSize?.cells ?? 0),
    bounceMsgBits: BigInt(phase?.messageSize?.bits ?? 0),
    bounceReqFwdFees: phase?.requiredForwardFees ?? 0n,
    bounceMsgFees: phase?.messageFees ?? 0n,
    bounceFwdFees: phase?.forwardFees ?? 0n,
  };
}
