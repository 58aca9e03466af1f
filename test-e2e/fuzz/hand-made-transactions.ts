import { type Cell, CellBuilder } from '@tonriver/boc';
import { libraryReference } from '@tonriver/boc/testing';
import {
  absentDescriptionFields,
  type ActionPhase,
  cellOf,
  type ComputePhase,
  type MessageParts,
  noAddress,
  standardAddress,
  type StateInit,
  storeTransaction,
  type TransactionDescription,
  type TransactionParts,
} from '@tonriver/chain-model';

const hash = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const body = new CellBuilder().storeUint(0x0f8a7ea5, 32).storeUint(7, 64).endCell();
const money = { grams: 123_456_789n, extra: [{ currency: 100, amount: 1n << 70n }] };

const vm: ComputePhase = {
  type: 'vm',
  success: true,
  messageStateUsed: true,
  accountActivated: false,
  gasFees: 1_000_000n,
  gasUsed: 5_000,
  gasLimit: 1_000_000,
  gasCredit: 10_000,
  mode: 0,
  exitCode: -14,
  exitArgument: -1,
  vmSteps: 77,
  vmInitStateHash: hash(0),
  vmFinalStateHash: hash(1),
};
const skipped: ComputePhase = { type: 'skipped', reason: 'no_gas' };
const action: ActionPhase = {
  success: false,
  valid: true,
  noFunds: true,
  statusChange: 'frozen',
  totalForwardFees: 400_000n,
  totalActionFees: 133_331n,
  resultCode: 37,
  resultArgument: -3,
  totalActions: 3,
  specialActions: 1,
  skippedActions: 1,
  messagesCreated: 1,
  actionListHash: hash(2),
  totalMessageSize: { cells: 5, bits: 1_700 },
};
const storagePhase = { feesCollected: 12n, feesDue: 5n, statusChange: 'deleted' } as const;
const creditPhase = { dueFeesCollected: 3n, credit: money };
const splitInfo = {
  currentShardPrefixLength: 3,
  accountSplitDepth: 5,
  thisAddress: hash(3),
  siblingAddress: hash(4),
};

const init: StateInit<Cell> = {
  fixedPrefixLength: 9,
  special: { tick: true, tock: false },
  code: libraryReference(hash(5)),
  data: body,
  library: null,
};

const account = standardAddress({ workchain: 0, hash: hash(6) });
const variable = { type: 'var', anycast: null, workchain: 77, bits: hash(7), bitLength: 250 } as const;

const internal: MessageParts<Cell> = {
  info: {
    type: 'internal',
    ihrDisabled: true,
    bounce: true,
    bounced: false,
    source: variable,
    destination: account,
    value: money,
    ihrFee: 3n,
    forwardFee: 400_000n,
    importFee: null,
    createdLt: 5n,
    createdAt: 1_700_000_000,
  },
  init,
  initLayout: 'reference',
  body,
  bodyLayout: 'reference',
};
const externalIn: MessageParts<Cell> = {
  info: {
    type: 'external_in',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: { type: 'extern', bits: hash(8), bitLength: 77 },
    destination: { ...account, anycast: { depth: 5, prefix: 0b10110 } },
    value: null,
    ihrFee: null,
    forwardFee: null,
    importFee: 1n,
    createdLt: null,
    createdAt: null,
  },
  init: null,
  initLayout: 'inline',
  body,
  bodyLayout: 'inline',
};
const externalOut: MessageParts<Cell> = {
  info: {
    type: 'external_out',
    ihrDisabled: null,
    bounce: null,
    bounced: null,
    source: account,
    destination: noAddress,
    value: null,
    ihrFee: null,
    forwardFee: null,
    importFee: null,
    createdLt: 6n,
    createdAt: 7,
  },
  init: null,
  initLayout: 'inline',
  body,
  bodyLayout: 'inline',
};

function transaction(description: TransactionDescription<Cell>, messages: Partial<TransactionParts<Cell>> = {}) {
  const parts: TransactionParts<Cell> = {
    accountHash: hash(6),
    lt: 1_000_003n,
    prevTransHash: hash(9),
    prevTransLt: 999_000n,
    now: 1_700_000_001,
    outMessageCount: messages.outMessages?.length ?? 0,
    origStatus: 'active',
    endStatus: 'frozen',
    inMessage: null,
    outMessages: [],
    totalFees: money,
    oldStateHash: hash(10),
    newStateHash: hash(11),
    description,
    ...messages,
  };
  return parts;
}

/** Transactions of all seven kinds, with all phases and all kinds of messages. */
export function handMadeTransactions(): { readonly name: string; readonly parts: TransactionParts<Cell> }[] {
  const flags = { aborted: true, destroyed: false };
  const prepare = transaction({
    ...absentDescriptionFields,
    type: 'merge_prepare',
    splitInfo,
    storagePhase,
    aborted: false,
  });
  const prepareTransaction = cellOf(storeTransaction, prepare);
  const bouncePhase = {
    type: 'ok',
    messageSize: { cells: 1, bits: 99 },
    requiredForwardFees: null,
    messageFees: 5n,
    forwardFees: 6n,
  } as const;
  const phases = { storagePhase, actionPhase: action };
  const all: TransactionParts<Cell>[] = [
    transaction(
      {
        ...absentDescriptionFields,
        ...phases,
        ...flags,
        type: 'ord',
        creditFirst: true,
        creditPhase,
        computePhase: vm,
        bouncePhase,
      },
      { inMessage: internal, outMessages: [internal, externalOut, internal] },
    ),
    transaction(
      { ...absentDescriptionFields, ...flags, type: 'ord', creditFirst: false, computePhase: skipped },
      { inMessage: externalIn, outMessages: [externalOut] },
    ),
    transaction({ ...absentDescriptionFields, type: 'storage', storagePhase }),
    transaction({ ...absentDescriptionFields, ...phases, ...flags, type: 'tick_tock', isTock: true, computePhase: vm }),
    transaction({
      ...absentDescriptionFields,
      ...phases,
      ...flags,
      type: 'split_prepare',
      splitInfo,
      computePhase: vm,
    }),
    transaction({ ...absentDescriptionFields, type: 'split_install', splitInfo, prepareTransaction, installed: true }),
    prepare,
    transaction({
      ...absentDescriptionFields,
      ...phases,
      ...flags,
      type: 'merge_install',
      splitInfo,
      prepareTransaction,
      creditPhase,
      computePhase: skipped,
    }),
  ];
  return all.map((parts, index) => ({ name: `transaction ${index} ${parts.description.type}`, parts }));
}
