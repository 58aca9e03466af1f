import type { TransactionDescriptionAnswer } from '@tonriver/api-model';
import type { TransactionRow } from '@tonriver/row-schema';
import { extraCurrenciesOf } from './extra-currencies.ts';
import { base64Of } from './base64.ts';

type Phase<Name extends keyof TransactionDescriptionAnswer> = Exclude<TransactionDescriptionAnswer[Name], undefined>;

/**
 * Returns the phases of a transaction. Members that its type does not have, and absent optional fields, are left out.
 * `gas_fees` and `gas_used` are those of the chain: special accounts use gas and pay nothing.
 */
export function descriptionOf(row: TransactionRow): TransactionDescriptionAnswer {
  const storage = storagePhase(row);
  const credit = creditPhase(row);
  const compute = computePhase(row);
  const action = actionPhase(row);
  const bounce = bouncePhase(row);
  const split = splitInfo(row);
  return {
    type: row.descr,
    ...scalars(row),
    split_info: split,
    storage_ph: storage,
    credit_ph: credit,
    compute_ph: compute,
    ...(action === undefined ? {} : { action }),
    ...(bounce === undefined ? {} : { bounce }),
  };
}

function scalars(row: TransactionRow): Partial<TransactionDescriptionAnswer> {
  const { aborted, destroyed } = row;
  switch (row.descr) {
    case 'ord':
      return { aborted, destroyed, credit_first: row.creditFirst };
    case 'tick_tock':
      return { aborted, destroyed, is_tock: row.isTock };
    case 'split_prepare':
    case 'merge_install':
      return { aborted, destroyed };
    case 'split_install':
      return { installed: row.installed };
    case 'merge_prepare':
      return { aborted };
    case 'storage':
      return {};
  }
}

function storagePhase(row: TransactionRow): Phase<'storage_ph'> | undefined {
  if (row.storageFeesCollected === null) return undefined;
  return {
    storage_fees_collected: String(row.storageFeesCollected),
    storage_fees_due: row.storageFeesDue === null ? undefined : String(row.storageFeesDue),
    status_change: row.storageStatusChange,
  };
}

function creditPhase(row: TransactionRow): Phase<'credit_ph'> | undefined {
  if (row.credit === null) return undefined;
  return {
    due_fees_collected: row.creditDueFeesCollected === null ? undefined : String(row.creditDueFeesCollected),
    credit: String(row.credit),
    ...(row.creditExtra.length === 0 ? {} : { credit_extra_currencies: extraCurrenciesOf(row.creditExtra) }),
  };
}

function computePhase(row: TransactionRow): Phase<'compute_ph'> | undefined {
  if (row.compute === 'none') return undefined;
  if (row.compute === 'skipped') {
    return { skipped: true, ...(row.computeSkipReason === 'none' ? {} : { reason: row.computeSkipReason }) };
  }
  return {
    skipped: false,
    success: row.computeSuccess,
    msg_state_used: row.msgStateUsed,
    account_activated: row.accountActivated,
    gas_fees: String(row.gasFees),
    gas_used: String(row.gasUsed),
    gas_limit: String(row.gasLimit),
    gas_credit: row.gasCredit === null ? undefined : String(row.gasCredit),
    mode: row.computeMode,
    exit_code: row.exitCode,
    exit_arg: row.exitArg ?? undefined,
    vm_steps: row.vmSteps,
    vm_init_state_hash: base64Of(row.vmInitStateHash),
    vm_final_state_hash: base64Of(row.vmFinalStateHash),
  };
}

function actionPhase(row: TransactionRow): Phase<'action'> | undefined {
  if (!row.action) return undefined;
  return {
    success: row.actionSuccess,
    valid: row.actionValid,
    no_funds: row.actionNoFunds,
    status_change: row.actionStatusChange,
    total_fwd_fees: row.actionTotalFwdFees === null ? undefined : String(row.actionTotalFwdFees),
    total_action_fees: row.actionTotalActionFees === null ? undefined : String(row.actionTotalActionFees),
    result_code: row.actionResultCode,
    result_arg: row.actionResultArg ?? undefined,
    tot_actions: row.totActions,
    spec_actions: row.specActions,
    skipped_actions: row.skippedActions,
    msgs_created: row.msgsCreated,
    action_list_hash: base64Of(row.actionListHash),
    tot_msg_size: { cells: String(row.totMsgCells), bits: String(row.totMsgBits) },
  };
}

function bouncePhase(row: TransactionRow): Phase<'bounce'> | undefined {
  const size = { cells: String(row.bounceMsgCells), bits: String(row.bounceMsgBits) };
  switch (row.bounce) {
    case 'none':
      return undefined;
    case 'negfunds':
      return { type: 'negfunds' };
    case 'nofunds':
      return { type: 'nofunds', msg_size: size, req_fwd_fees: String(row.bounceReqFwdFees) };
    case 'ok':
      return { type: 'ok', msg_size: size, msg_fees: String(row.bounceMsgFees), fwd_fees: String(row.bounceFwdFees) };
  }
}

function splitInfo(row: TransactionRow): Phase<'split_info'> | undefined {
  if (row.splitCurShardPfxLen === null) return undefined;
  return {
    cur_shard_pfx_len: row.splitCurShardPfxLen,
    acc_split_depth: row.splitAccSplitDepth,
    this_addr: base64Of(row.splitThisAddr),
    sibling_addr: base64Of(row.splitSiblingAddr),
  };
}
