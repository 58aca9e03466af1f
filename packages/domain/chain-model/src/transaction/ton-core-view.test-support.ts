import type { Bag } from '@tonriver/boc';
import type * as TonCore from '@ton/core';
import { formatAddress, type MessageAddress } from '../address/index.ts';
import { type Message, messageBodyHash, type StateInit } from '../message/index.ts';
import { loadSimpleLibs } from '../message/simple-lib.ts';
import { type CurrencyCollection, type Hash, hashToHex } from '../primitives/index.ts';
import type { BouncePhase, ComputePhase, Transaction, TransactionDescription } from './index.ts';

/**
 * One neutral form of a transaction, written from our decode (`ourView`) and from that of `@ton/core`
 * (`tonCoreView`): every field of both, numbers as decimal text, cells by their hashes.
 */
export type View = { readonly [field: string]: View | readonly View[] | string | boolean | null };

const text = (value: bigint | number | null | undefined): string | null => value?.toString() ?? null;
const hex = (value: bigint): string => value.toString(16).padStart(64, '0');
const cellHash = (bag: Bag, cell: number | null): string | null => (cell === null ? null : hashToHex(bag.hash(cell)));
const tonCoreHash = (cell: TonCore.Cell | null | undefined): string | null => cell?.hash().toString('hex') ?? null;

export function ourView(bag: Bag, transaction: Transaction): View {
  return {
    hash: cellHash(bag, transaction.cell),
    account: hashToHex(transaction.accountHash),
    lt: text(transaction.lt),
    prevTransHash: hashToHex(transaction.prevTransHash),
    prevTransLt: text(transaction.prevTransLt),
    now: text(transaction.now),
    outMessageCount: text(transaction.outMessageCount),
    origStatus: transaction.origStatus,
    endStatus: transaction.endStatus,
    inMessage: transaction.inMessage === null ? null : ourMessage(bag, transaction.inMessage),
    outMessages: transaction.outMessages.map((message) => ourMessage(bag, message)),
    totalFees: ourCurrencies(transaction.totalFees),
    oldStateHash: hashToHex(transaction.oldStateHash),
    newStateHash: hashToHex(transaction.newStateHash),
    description: ourDescription(bag, transaction.description),
  };
}

function ourCurrencies({ grams, extra }: CurrencyCollection): View {
  return { grams: text(grams), extra: extra.map(({ currency, amount }) => ({ [currency]: text(amount) })) };
}

function ourMessage(bag: Bag, { info, init, body: _body, ...message }: Message): View {
  return {
    type: info.type,
    ihrDisabled: info.ihrDisabled,
    bounce: info.bounce,
    bounced: info.bounced,
    source: ourAddress(info.source),
    destination: ourAddress(info.destination),
    value: info.value === null ? null : ourCurrencies(info.value),
    ihrFee: text(info.ihrFee),
    forwardFee: text(info.forwardFee),
    importFee: text(info.importFee),
    createdLt: text(info.createdLt),
    createdAt: text(info.createdAt),
    init: init === null ? null : ourInit(bag, init),
    body: hashToHex(messageBodyHash(bag, { ...message, body: _body })),
  };
}

function ourAddress(address: MessageAddress): string {
  return formatAddress(address);
}

function ourInit(bag: Bag, init: StateInit): View {
  return {
    fixedPrefixLength: text(init.fixedPrefixLength),
    special: init.special === null ? null : { ...init.special },
    code: cellHash(bag, init.code),
    data: cellHash(bag, init.data),
    libraries: loadSimpleLibs(bag, init.library).map((library) => ({
      hash: hashToHex(library.hash),
      isPublic: library.isPublic,
      root: cellHash(bag, library.root),
    })),
  };
}

function ourDescription(bag: Bag, description: TransactionDescription): View {
  const { type, storagePhase, creditPhase, computePhase, actionPhase, bouncePhase, splitInfo } = description;
  return {
    type,
    creditFirst: description.creditFirst,
    storagePhase:
      storagePhase === null
        ? null
        : {
            feesCollected: text(storagePhase.feesCollected),
            feesDue: text(storagePhase.feesDue),
            statusChange: storagePhase.statusChange,
          },
    creditPhase:
      creditPhase === null
        ? null
        : {
            dueFeesCollected: text(creditPhase.dueFeesCollected),
            credit: ourCurrencies(creditPhase.credit),
          },
    computePhase: computePhase === null ? null : ourCompute(computePhase),
    actionPhase:
      actionPhase === null
        ? null
        : {
            success: actionPhase.success,
            valid: actionPhase.valid,
            noFunds: actionPhase.noFunds,
            statusChange: actionPhase.statusChange,
            totalForwardFees: text(actionPhase.totalForwardFees),
            totalActionFees: text(actionPhase.totalActionFees),
            resultCode: text(actionPhase.resultCode),
            resultArgument: text(actionPhase.resultArgument),
            totalActions: text(actionPhase.totalActions),
            specialActions: text(actionPhase.specialActions),
            skippedActions: text(actionPhase.skippedActions),
            messagesCreated: text(actionPhase.messagesCreated),
            actionListHash: hashToHex(actionPhase.actionListHash),
            totalMessageSize: sizeView(actionPhase.totalMessageSize),
          },
    bouncePhase: bouncePhase === null ? null : ourBounce(bouncePhase),
    aborted: description.aborted,
    destroyed: description.destroyed,
    isTock: description.isTock,
    splitInfo:
      splitInfo === null
        ? null
        : {
            currentShardPrefixLength: text(splitInfo.currentShardPrefixLength),
            accountSplitDepth: text(splitInfo.accountSplitDepth),
            thisAddress: hashToHex(splitInfo.thisAddress),
            siblingAddress: hashToHex(splitInfo.siblingAddress),
          },
    prepareTransaction: cellHash(bag, description.prepareTransaction),
    installed: description.installed,
  };
}

function ourCompute(phase: ComputePhase): View {
  if (phase.type === 'skipped') return { ...phase };
  const hash = (value: Hash): string => hashToHex(value);
  return {
    ...phase,
    gasFees: text(phase.gasFees),
    gasUsed: text(phase.gasUsed),
    gasLimit: text(phase.gasLimit),
    gasCredit: text(phase.gasCredit),
    mode: text(phase.mode),
    exitCode: text(phase.exitCode),
    exitArgument: text(phase.exitArgument),
    vmSteps: text(phase.vmSteps),
    vmInitStateHash: hash(phase.vmInitStateHash),
    vmFinalStateHash: hash(phase.vmFinalStateHash),
  };
}

function ourBounce(phase: BouncePhase): View {
  return {
    type: phase.type,
    messageSize: phase.messageSize === null ? null : sizeView(phase.messageSize),
    requiredForwardFees: text(phase.requiredForwardFees),
    messageFees: text(phase.messageFees),
    forwardFees: text(phase.forwardFees),
  };
}

function sizeView(size: { readonly cells: number | bigint; readonly bits: number | bigint }): View {
  return { cells: text(size.cells), bits: text(size.bits) };
}

const tonCoreStatuses = { uninitialized: 'uninit', frozen: 'frozen', active: 'active', 'non-existing': 'nonexist' };

export function tonCoreView(transaction: TonCore.Transaction): View {
  return {
    hash: transaction.hash().toString('hex'),
    account: hex(transaction.address),
    lt: text(transaction.lt),
    prevTransHash: hex(transaction.prevTransactionHash),
    prevTransLt: text(transaction.prevTransactionLt),
    now: text(transaction.now),
    outMessageCount: text(transaction.outMessagesCount),
    origStatus: tonCoreStatuses[transaction.oldStatus],
    endStatus: tonCoreStatuses[transaction.endStatus],
    inMessage: transaction.inMessage ? tonCoreMessage(transaction.inMessage) : null,
    outMessages: transaction.outMessages.values().map(tonCoreMessage),
    totalFees: tonCoreCurrencies(transaction.totalFees),
    oldStateHash: transaction.stateUpdate.oldHash.toString('hex'),
    newStateHash: transaction.stateUpdate.newHash.toString('hex'),
    description: tonCoreDescription(transaction.description),
  };
}

function tonCoreCurrencies({ coins, other }: TonCore.CurrencyCollection): View {
  const extra = other ? [...other].sort(([left], [right]) => (left >>> 0) - (right >>> 0)) : [];
  return { grams: text(coins), extra: extra.map(([currency, amount]) => ({ [currency >>> 0]: text(amount) })) };
}

function tonCoreMessage({ info, init, body }: TonCore.Message): View {
  const isInternal = info.type === 'internal';
  return {
    type: { internal: 'internal', 'external-in': 'external_in', 'external-out': 'external_out' }[info.type],
    ihrDisabled: isInternal ? info.ihrDisabled : null,
    bounce: isInternal ? info.bounce : null,
    bounced: isInternal ? info.bounced : null,
    source: tonCoreAddress(info.src),
    destination: tonCoreAddress(info.dest),
    value: isInternal ? tonCoreCurrencies(info.value) : null,
    ihrFee: isInternal ? text(info.ihrFee) : null,
    forwardFee: isInternal ? text(info.forwardFee) : null,
    importFee: info.type === 'external-in' ? text(info.importFee) : null,
    createdLt: info.type === 'external-in' ? null : text(info.createdLt),
    createdAt: info.type === 'external-in' ? null : text(info.createdAt),
    init: init ? tonCoreInit(init) : null,
    body: tonCoreHash(body),
  };
}

function tonCoreAddress(address: TonCore.Address | TonCore.ExternalAddress | null | undefined): string {
  if (!address) return 'addr_none';
  if ('workChain' in address) return `${address.workChain}:${address.hash.toString('hex').toUpperCase()}`;
  const digits = Math.ceil(address.bits / 4);
  const padded = address.value << BigInt(digits * 4 - address.bits);
  const hexText = digits === 0 ? '' : padded.toString(16).padStart(digits, '0').toUpperCase();
  return `ext$${address.bits}:${hexText}`;
}

function tonCoreInit(init: TonCore.StateInit): View {
  const libraries = init.libraries ? [...init.libraries] : [];
  return {
    fixedPrefixLength: text(init.splitDepth),
    special: init.special ? { tick: init.special.tick, tock: init.special.tock } : null,
    code: tonCoreHash(init.code),
    data: tonCoreHash(init.data),
    libraries: libraries.map(([hash, library]) => ({
      hash: hex(hash),
      isPublic: library.public,
      root: tonCoreHash(library.root),
    })),
  };
}

const tonCoreTypes = {
  generic: 'ord',
  storage: 'storage',
  'tick-tock': 'tick_tock',
  'split-prepare': 'split_prepare',
  'split-install': 'split_install',
  'merge-prepare': 'merge_prepare',
  'merge-install': 'merge_install',
};

/** The fields of all members of a union, each optional. */
type AnyOf<Union> = {
  [Field in Union extends unknown ? keyof Union : never]?: Union extends unknown
    ? Field extends keyof Union
      ? Union[Field]
      : never
    : never;
};

function tonCoreDescription(description: TonCore.TransactionDescription): View {
  const fields: AnyOf<TonCore.TransactionDescription> = description;
  const { storagePhase, creditPhase, computePhase, actionPhase, bouncePhase, splitInfo } = fields;
  return {
    type: tonCoreTypes[description.type],
    creditFirst: fields.creditFirst ?? null,
    storagePhase: storagePhase
      ? {
          feesCollected: text(storagePhase.storageFeesCollected),
          feesDue: text(storagePhase.storageFeesDue),
          statusChange: storagePhase.statusChange,
        }
      : null,
    creditPhase: creditPhase
      ? { dueFeesCollected: text(creditPhase.dueFeesColelcted), credit: tonCoreCurrencies(creditPhase.credit) }
      : null,
    computePhase: computePhase ? tonCoreCompute(computePhase) : null,
    actionPhase: actionPhase ? tonCoreAction(actionPhase) : null,
    bouncePhase: bouncePhase ? tonCoreBounce(bouncePhase) : null,
    aborted: fields.aborted ?? null,
    destroyed: fields.destroyed ?? null,
    isTock: fields.isTock ?? null,
    splitInfo: splitInfo
      ? {
          currentShardPrefixLength: text(splitInfo.currentShardPrefixLength),
          accountSplitDepth: text(splitInfo.accountSplitDepth),
          thisAddress: hex(splitInfo.thisAddress),
          siblingAddress: hex(splitInfo.siblingAddress),
        }
      : null,
    prepareTransaction: fields.prepareTransaction ? fields.prepareTransaction.hash().toString('hex') : null,
    installed: fields.installed ?? null,
  };
}

function tonCoreAction(phase: TonCore.TransactionActionPhase): View {
  return {
    success: phase.success,
    valid: phase.valid,
    noFunds: phase.noFunds,
    statusChange: phase.statusChange,
    totalForwardFees: text(phase.totalFwdFees),
    totalActionFees: text(phase.totalActionFees),
    resultCode: text(phase.resultCode),
    resultArgument: text(phase.resultArg),
    totalActions: text(phase.totalActions),
    specialActions: text(phase.specActions),
    skippedActions: text(phase.skippedActions),
    messagesCreated: text(phase.messagesCreated),
    actionListHash: hex(phase.actionListHash),
    totalMessageSize: sizeView(phase.totalMessageSize),
  };
}

function tonCoreCompute(phase: TonCore.TransactionComputePhase): View {
  if (phase.type === 'skipped') return { type: 'skipped', reason: phase.reason.replace('-', '_') };
  return {
    type: 'vm',
    success: phase.success,
    messageStateUsed: phase.messageStateUsed,
    accountActivated: phase.accountActivated,
    gasFees: text(phase.gasFees),
    gasUsed: text(phase.gasUsed),
    gasLimit: text(phase.gasLimit),
    gasCredit: text(phase.gasCredit),
    // The mode is an int8; the other decoder reads it without a sign.
    mode: text((phase.mode << 24) >> 24),
    exitCode: text(phase.exitCode),
    exitArgument: text(phase.exitArg),
    vmSteps: text(phase.vmSteps),
    vmInitStateHash: hex(phase.vmInitStateHash),
    vmFinalStateHash: hex(phase.vmFinalStateHash),
  };
}

function tonCoreBounce(phase: TonCore.TransactionBouncePhase): View {
  const types = { ok: 'ok', 'no-funds': 'nofunds', 'negative-funds': 'negfunds' };
  return {
    type: types[phase.type],
    messageSize: phase.type === 'negative-funds' ? null : sizeView(phase.messageSize),
    requiredForwardFees: phase.type === 'no-funds' ? text(phase.requiredForwardFees) : null,
    messageFees: phase.type === 'ok' ? text(phase.messageFees) : null,
    forwardFees: phase.type === 'ok' ? text(phase.forwardFees) : null,
  };
}
