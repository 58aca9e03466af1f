import { type Cell, CellBuilder } from '@tonriver/boc';
import {
  type AccountStatus,
  type ActionPhase,
  absentDescriptionFields,
  addCurrencyCollections,
  type BouncePhase,
  type ComputePhase,
  type CurrencyCollection,
  type StorageUsed,
  subtractCurrencyCollections,
  type TransactionDescription,
  ZERO_HASH,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import {
  ACCOUNT_NONE,
  type AccountAfter,
  type AccountRecord,
  type NewMessage,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import { stateHash, writeAccount } from './account-cell.ts';
import { STORAGE_ROOT, storageUsedBy } from './actor.ts';
import { bouncedBody } from './bounced-body.ts';
import { sizeBelow } from './cell-size.ts';
import type { Execution, ExecutionSummary, Phases, Trigger } from './execution.ts';
import { type SendContext, type SentMessages, sendMessages } from './out-messages.ts';
import { forwardFee, gasFee, gasFor, storageFee } from './prices.ts';
import { writeTransaction } from './transaction-cell.ts';

/** An account that owes more rent is frozen; parameter 21. Nanograms. */
const FREEZE_DUE = 100_000_000n;
const GAS_CREDIT = 10_000;
const SPECIAL_GAS = 1_000_000;
const NO_FUNDS = 37;
const OUT_OF_GAS = -14;

/** A transaction and its summary. */
export interface Executed {
  readonly outcome: TransactionOutcome;
  readonly summary: ExecutionSummary;
}

/** The state of one transaction while it runs. */
interface Run {
  readonly execution: Execution;
  readonly record: AccountRecord;
  readonly isMasterchain: boolean;
  readonly lt: bigint;
  readonly now: number;
}

interface Ledger {
  balance: CurrencyCollection;
  fees: bigint;
  /** The rest of the incoming value. */
  rest: bigint;
}

/**
 * Invents one transaction, with the order and the arithmetic of a node's phases: storage, credit, compute, action,
 * bounce. Nothing is executed: the `Performance` says what the contract does. Updates the actor.
 */
export function execute(execution: Execution): Executed {
  const { block, actor, trigger } = execution;
  const record = block.account(actor.address.hash);
  const after =
    trigger.type === 'internal' ? trigger.note.lt : trigger.type === 'external_in' ? block.lastProcessedLt : 0n;
  const isMasterchain = actor.address.workchain === -1;
  const lt = block.nextLt(actor.address.hash, after);
  const run: Run = { execution, record, isMasterchain, lt, now: block.frame.genUtime };
  const ledger: Ledger = { balance: record.balance, fees: 0n, rest: 0n };
  if (trigger.type === 'external_in') payImportFee(run, ledger);
  const storage = payRent(run, ledger);
  const credit = takeValue(run, ledger);
  const isFrozen = storage.statusChange === 'frozen' || record.status === 'frozen';
  const compute = runContract(run, ledger, isFrozen);
  const acted = compute.type === 'vm' && compute.success ? act(run, ledger) : null;
  const bounced = acted === null ? bounceBack(run, ledger) : null;
  const messages = acted?.messages ?? bounced?.messages ?? [];
  const action = acted?.phase ?? null;
  const isSuccess = action?.success === true;
  const status = statusAfter(run, ledger, { isFrozen, isSuccess, compute });
  const state = settle(run, ledger, { status, isSuccess, messageCount: messages.length });
  const phases = { storage, compute, action, bounce: bounced?.phase ?? null };
  const outcome = writeOutcome(run, ledger, { phases, credit, messages, state });
  const hasActionFailure = action !== null && !action.success;
  return {
    outcome,
    summary: {
      before: record.status,
      after: status,
      compute,
      hasActionFailure,
      hasBounced: phases.bounce?.type === 'ok',
      storageDue: storage.feesDue !== null,
    },
  };
}

function spend(ledger: Ledger, amount: bigint): void {
  ledger.balance = subtractCurrencyCollections(ledger.balance, { grams: amount, extra: [] });
}

function payImportFee({ execution, isMasterchain }: Run, ledger: Ledger): void {
  const { trigger } = execution;
  if (trigger.type !== 'external_in') return;
  const { kept, sent } = forwardFee(sizeBelow(trigger.cell), isMasterchain);
  spend(ledger, kept + sent);
  ledger.fees += kept + sent;
}

function payRent({ execution, record, isMasterchain, now }: Run, ledger: Ledger): Phases['storage'] {
  const { actor } = execution;
  if (record.status === 'nonexist' || actor.special !== null) {
    return { feesCollected: 0n, feesDue: null, statusChange: 'unchanged' };
  }
  const used = record.status === 'active' ? storageUsedBy(actor) : STORAGE_ROOT;
  const owed = storageFee(used, Math.max(0, now - actor.lastPaid), isMasterchain) + actor.due;
  const feesCollected = owed < ledger.balance.grams ? owed : ledger.balance.grams;
  const due = owed - feesCollected;
  actor.due = due;
  spend(ledger, feesCollected);
  ledger.fees += feesCollected;
  const isFrozen = record.status === 'active' && due > FREEZE_DUE;
  return { feesCollected, feesDue: due > 0n ? due : null, statusChange: isFrozen ? 'frozen' : 'unchanged' };
}

function takeValue({ execution }: Run, ledger: Ledger) {
  const { trigger, actor } = execution;
  if (trigger.type !== 'internal') return null;
  const { value } = trigger.note;
  const paid = actor.due < value.grams ? actor.due : value.grams;
  const dueFeesCollected = actor.due > 0n ? paid : null;
  actor.due -= paid;
  const credit = { grams: value.grams - paid, extra: value.extra };
  ledger.balance = addCurrencyCollections(ledger.balance, credit);
  ledger.fees += paid;
  ledger.rest = credit.grams;
  return { dueFeesCollected, credit };
}

function runContract({ execution, record, isMasterchain }: Run, ledger: Ledger, isFrozen: boolean): ComputePhase {
  const { actor, trigger, performance } = execution;
  const isInternal = trigger.type === 'internal';
  const affordable = isInternal && ledger.rest < ledger.balance.grams ? ledger.rest : ledger.balance.grams;
  const gasLimit = actor.special === null ? gasFor(affordable, isMasterchain) : SPECIAL_GAS;
  if (gasLimit === 0) return { type: 'skipped', reason: 'no_gas' };
  const isInstalled = isInternal && trigger.note.hasInit && record.status !== 'active';
  const isThawed = isInstalled && isFrozen;
  if (isFrozen && !(isThawed && actor.frozenHash !== null && isSameHash(actor.frozenHash, actor.initCell.hash()))) {
    return { type: 'skipped', reason: isInstalled ? 'bad_state' : 'no_state' };
  }
  if (record.status !== 'active' && !isInstalled) return { type: 'skipped', reason: 'no_state' };
  const isStarved = performance.gasUsed > gasLimit;
  const gasUsed = isStarved ? gasLimit : performance.gasUsed;
  const gasFees = actor.special === null ? gasFee(gasUsed, isMasterchain) : 0n;
  spend(ledger, gasFees);
  ledger.fees += gasFees;
  ledger.rest -= gasFees;
  const exitCode = isStarved ? OUT_OF_GAS : performance.exitCode;
  return {
    type: 'vm',
    success: exitCode === 0 || exitCode === 1,
    messageStateUsed: isInstalled,
    accountActivated: isInstalled,
    gasFees,
    gasUsed,
    gasLimit: trigger.type === 'external_in' ? 0 : gasLimit,
    gasCredit: trigger.type === 'external_in' ? GAS_CREDIT : null,
    mode: 0,
    exitCode,
    exitArgument: isStarved ? gasUsed : performance.exitArgument,
    vmSteps: Math.max(1, Math.floor(gasUsed / 27)),
    vmInitStateHash: ZERO_HASH,
    vmFinalStateHash: ZERO_HASH,
  };
}

function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

function sendContext({ execution, lt, now }: Run): SendContext {
  return { from: execution.actor, lt, now, random: execution.random, notes: execution.notes };
}

interface Acted {
  readonly phase: ActionPhase;
  readonly messages: readonly NewMessage[];
}

function act(run: Run, ledger: Ledger): Acted {
  const { performance } = run.execution;
  const purse = { balance: ledger.balance, rest: ledger.rest };
  const sent = performance.actionFailure === null ? sendMessages(performance.drafts, purse, sendContext(run)) : null;
  if (sent === null) return failActions(performance.drafts.length, performance.actionFailure ?? NO_FUNDS);
  spend(ledger, sent.keptFees + sent.sentFees);
  ledger.balance = subtractCurrencyCollections(ledger.balance, sent.value);
  ledger.fees += sent.keptFees;
  return { phase: actionPhase(sent, performance.destroys), messages: sent.messages };
}

function actionPhase(sent: SentMessages, destroys: boolean): ActionPhase {
  const count = sent.messages.length;
  const total = sent.keptFees + sent.sentFees;
  return {
    success: true,
    valid: true,
    noFunds: false,
    statusChange: destroys ? 'deleted' : 'unchanged',
    totalForwardFees: total > 0n ? total : null,
    totalActionFees: sent.keptFees > 0n ? sent.keptFees : null,
    resultCode: 0,
    resultArgument: null,
    totalActions: count,
    specialActions: 0,
    skippedActions: 0,
    messagesCreated: count,
    actionListHash: sent.messages.at(-1)?.cell.hash() ?? NO_ACTIONS_HASH,
    totalMessageSize: sent.size,
  };
}

/** The hash of an empty list of actions, which is an empty cell. */
const NO_ACTIONS_HASH = new CellBuilder().endCell().hash();
const NO_SIZE: StorageUsed = { cells: 0, bits: 0 };

function failActions(count: number, resultCode: number): Acted {
  const phase: ActionPhase = {
    success: false,
    valid: true,
    noFunds: resultCode === NO_FUNDS,
    statusChange: 'unchanged',
    totalForwardFees: null,
    totalActionFees: null,
    resultCode,
    resultArgument: count > 0 ? count - 1 : null,
    totalActions: count,
    specialActions: 0,
    skippedActions: 0,
    messagesCreated: 0,
    actionListHash: NO_ACTIONS_HASH,
    totalMessageSize: NO_SIZE,
  };
  return { phase, messages: [] };
}

/** Returns the message with the rest of its value; null if it does not bounce. */
function bounceBack(run: Run, ledger: Ledger): { phase: BouncePhase; messages: readonly NewMessage[] } | null {
  const { trigger } = run.execution;
  if (trigger.type !== 'internal' || !trigger.note.bounce) return null;
  const { note } = trigger;
  const body = bouncedBody(note.body);
  const back = {
    type: 'internal',
    to: note.from,
    grams: 'rest',
    extra: note.value.extra,
    bounce: false,
    body,
    withInit: false,
    intent: { type: 'bounced' },
  } as const;
  const sent = sendMessages([back], { balance: ledger.balance, rest: ledger.rest }, sendContext(run));
  if (sent === null) {
    const { kept, sent: carried } = forwardFee(NO_SIZE, run.isMasterchain);
    const requiredForwardFees = kept + carried;
    return {
      phase: { type: 'nofunds', messageSize: NO_SIZE, requiredForwardFees, messageFees: null, forwardFees: null },
      messages: [],
    };
  }
  spend(ledger, sent.keptFees + sent.sentFees);
  ledger.balance = subtractCurrencyCollections(ledger.balance, sent.value);
  ledger.fees += sent.keptFees;
  return {
    phase: {
      type: 'ok',
      messageSize: { cells: Math.max(0, sent.size.cells - 1), bits: 0 },
      requiredForwardFees: null,
      messageFees: sent.keptFees,
      forwardFees: sent.sentFees,
    },
    messages: sent.messages,
  };
}

function statusAfter(
  { execution, record }: Run,
  ledger: Ledger,
  end: { readonly isFrozen: boolean; readonly isSuccess: boolean; readonly compute: ComputePhase },
): AccountStatus {
  if (end.isSuccess) return execution.performance.destroys ? 'nonexist' : 'active';
  if (end.isFrozen) return 'frozen';
  if (record.status === 'active') return 'active';
  const isEmpty = ledger.balance.grams === 0n && ledger.balance.extra.length === 0;
  return isEmpty && execution.actor.due === 0n ? 'nonexist' : 'uninit';
}

interface Settlement {
  readonly status: AccountStatus;
  readonly isSuccess: boolean;
  readonly messageCount: number;
}

/** Updates the actor and writes its account. */
function settle(run: Run, ledger: Ledger, end: Settlement): AccountAfter {
  const { actor, performance } = run.execution;
  if (end.isSuccess) actor.data = performance.newData;
  actor.lastPaid = actor.special === null ? run.now : 0;
  if (end.status === 'nonexist') {
    actor.data = actor.init.data as Cell;
    actor.due = 0n;
    return { status: 'nonexist', cell: ACCOUNT_NONE, balance: zeroCurrencyCollection };
  }
  if (end.status === 'frozen' && actor.frozenHash === null) actor.frozenHash = stateHash(actor);
  if (end.status === 'active') actor.frozenHash = null;
  const lastTransLt = run.lt + BigInt(end.messageCount) + 1n;
  const cell = writeAccount(actor, end.status, lastTransLt, ledger.balance);
  return { status: end.status, cell, balance: ledger.balance };
}

interface Ending {
  readonly phases: Phases;
  readonly credit: ReturnType<typeof takeValue>;
  readonly messages: readonly NewMessage[];
  readonly state: AccountAfter;
}

function writeOutcome(run: Run, ledger: Ledger, end: Ending): TransactionOutcome {
  const { record, lt, now, execution } = run;
  const { trigger } = execution;
  const totalFees = { grams: ledger.fees, extra: [] };
  const transaction = writeTransaction({
    accountHash: record.hash,
    lt,
    prevTransHash: record.lastTransHash,
    prevTransLt: record.lastTransLt,
    now,
    origStatus: record.status,
    endStatus: end.state.status,
    inMessage: trigger.type === 'tick_tock' ? null : trigger.cell,
    outMessages: end.messages.map(({ cell }) => cell),
    totalFees,
    oldStateHash: record.cell.hash(),
    newStateHash: end.state.cell.hash(),
    description: describe(trigger, end),
  });
  const { compute } = end.phases;
  const gasUsed = compute.type === 'vm' ? compute.gasUsed : 0;
  return { account: record.hash, lt, transaction, totalFees, gasUsed, newMessages: end.messages, after: end.state };
}

function describe(trigger: Trigger, { phases, credit, state }: Ending): TransactionDescription<Cell> {
  const common = {
    storagePhase: phases.storage,
    computePhase: phases.compute,
    actionPhase: phases.action,
    aborted: phases.action?.success !== true,
    destroyed: state.status === 'nonexist',
  };
  if (trigger.type === 'tick_tock') {
    return {
      ...absentDescriptionFields,
      ...common,
      type: 'tick_tock',
      isTock: trigger.isTock,
      creditFirst: null,
      creditPhase: null,
      bouncePhase: null,
    };
  }
  return {
    ...absentDescriptionFields,
    ...common,
    type: 'ord',
    isTock: null,
    creditFirst: trigger.type === 'external_in' || !trigger.note.bounce,
    creditPhase: credit,
    bouncePhase: phases.bounce,
  };
}
