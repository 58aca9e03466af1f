import { Cell, CellBuilder } from '@tonriver/boc';
import fc from 'fast-check';
import type { AccountStatus } from './account/index.ts';
import type { Anycast, ExternalAddress, InternalAddress, MessageAddress } from './address/index.ts';
import type { MessageInfo, MessageInfoRelaxed, MessageParts, MessageContent, StateInit } from './message/index.ts';
import type { CurrencyCollection, Hash, HashUpdate } from './primitives/index.ts';
import {
  type ActionPhase,
  absentDescriptionFields as absent,
  type BouncePhase,
  type ComputePhase,
  type CreditPhase,
  type SplitMergeInfo,
  type StatusChange,
  type StoragePhase,
  type TransactionDescription,
  type TransactionParts,
} from './transaction/index.ts';

/** Random values of every chain type, to be stored and loaded again. */

export const uint = (bits: number): fc.Arbitrary<number> => fc.nat({ max: 2 ** bits - 1 });
export const int = (bits: number): fc.Arbitrary<number> =>
  fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
export const uint64: fc.Arbitrary<bigint> = fc.bigInt(0n, (1n << 64n) - 1n);
export const hash: fc.Arbitrary<Hash> = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** Amounts of any size that a type can hold; small ones are as likely as large ones. */
export const anyGrams: fc.Arbitrary<bigint> = fc.nat(120).chain((bits) => fc.bigInt(0n, (1n << BigInt(bits)) - 1n));
/** Amounts up to 10 bytes, so that values with several of them fit into a cell. */
const grams: fc.Arbitrary<bigint> = fc.nat(80).chain((bits) => fc.bigInt(0n, (1n << BigInt(bits)) - 1n));
const size48: fc.Arbitrary<number> = fc.nat(48).chain((bits) => fc.nat(2 ** bits - 1));
export const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });

export const cell: fc.Arbitrary<Cell> = fc
  .tuple(fc.uint8Array({ maxLength: 20 }), fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 2 }))
  .map(([bytes, children]) => {
    const builder = new CellBuilder().storeBytes(bytes);
    for (const child of children) builder.storeRef(new CellBuilder().storeBytes(child).endCell());
    return builder.endCell();
  });

export const currencies: fc.Arbitrary<CurrencyCollection> = fc.record({
  grams,
  extra: fc
    .uniqueArray(fc.record({ currency: uint(32), amount: fc.bigInt(0n, (1n << 248n) - 1n) }), {
      maxLength: 4,
      selector: ({ currency }) => currency,
    })
    .map((list) => list.sort((left, right) => left.currency - right.currency)),
});

export const hashUpdate: fc.Arbitrary<HashUpdate> = fc.record({ oldHash: hash, newHash: hash });

export const anycast: fc.Arbitrary<Anycast> = fc
  .integer({ min: 1, max: 30 })
  .chain((depth) => fc.record({ depth: fc.constant(depth), prefix: uint(depth) }));

/** Left aligned bits, zero padded. */
function bits(lengthMax: number): fc.Arbitrary<{ bits: Uint8Array; bitLength: number }> {
  return fc.nat(lengthMax).chain((bitLength) => {
    const length = (bitLength + 7) >> 3;
    return fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => {
      const padding = length * 8 - bitLength;
      if (padding > 0) bytes[length - 1] = ((bytes[length - 1] as number) >> padding) << padding;
      return { bits: bytes, bitLength };
    });
  });
}

export const standardAddress: fc.Arbitrary<InternalAddress> = fc.record({
  type: fc.constant('std'),
  workchain: int(8),
  hash,
  anycast: maybe(anycast),
});

/** Short ones, so that two of them and the rest of a message fit into a cell. */
export const internalAddress: fc.Arbitrary<InternalAddress> = fc.oneof(
  { weight: 4, arbitrary: standardAddress },
  fc
    .tuple(bits(200), int(32), maybe(anycast))
    .map(
      ([address, workchain, rewrite]): InternalAddress => ({ type: 'var', workchain, ...address, anycast: rewrite }),
    ),
);

export const externalAddress: fc.Arbitrary<ExternalAddress> = fc.oneof(
  fc.constant<ExternalAddress>({ type: 'none' }),
  bits(300).map((address): ExternalAddress => ({ type: 'extern', ...address })),
);

export const messageAddress: fc.Arbitrary<MessageAddress> = fc.oneof(internalAddress, externalAddress);

export const stateInit: fc.Arbitrary<StateInit<Cell>> = fc.record({
  fixedPrefixLength: maybe(uint(5)),
  special: maybe(fc.record({ tick: fc.boolean(), tock: fc.boolean() })),
  code: maybe(cell),
  data: maybe(cell),
  library: maybe(cell),
});

export const messageInfo: fc.Arbitrary<MessageInfo> = fc.oneof(
  fc.record<MessageInfo & { type: 'internal' }>({
    type: fc.constant('internal'),
    ihrDisabled: fc.boolean(),
    bounce: fc.boolean(),
    bounced: fc.boolean(),
    source: internalAddress,
    destination: internalAddress,
    value: currencies,
    ihrFee: grams,
    forwardFee: grams,
    importFee: fc.constant(null),
    createdLt: uint64,
    createdAt: uint(32),
  }),
  fc.record({ source: externalAddress, destination: internalAddress, importFee: grams }).map(
    (fields): MessageInfo => ({
      type: 'external_in',
      ihrDisabled: null,
      bounce: null,
      bounced: null,
      value: null,
      ihrFee: null,
      forwardFee: null,
      createdLt: null,
      createdAt: null,
      ...fields,
    }),
  ),
  fc.record({ source: internalAddress, destination: externalAddress, createdLt: uint64, createdAt: uint(32) }).map(
    (fields): MessageInfo => ({
      type: 'external_out',
      ihrDisabled: null,
      bounce: null,
      bounced: null,
      value: null,
      ihrFee: null,
      forwardFee: null,
      importFee: null,
      ...fields,
    }),
  ),
);

const messageInfoRelaxed: fc.Arbitrary<MessageInfoRelaxed> = fc.oneof(
  fc.record<MessageInfoRelaxed & { type: 'internal' }>({
    type: fc.constant('internal'),
    ihrDisabled: fc.boolean(),
    bounce: fc.boolean(),
    bounced: fc.boolean(),
    source: messageAddress,
    destination: internalAddress,
    value: currencies,
    ihrFee: grams,
    forwardFee: grams,
    createdLt: uint64,
    createdAt: uint(32),
  }),
  fc.record<MessageInfoRelaxed & { type: 'external_out' }>({
    type: fc.constant('external_out'),
    source: messageAddress,
    destination: externalAddress,
    createdLt: uint64,
    createdAt: uint(32),
  }),
);

/** With an inline StateInit or body only where there is room: a cell has 1,023 bits and four references. */
const content: fc.Arbitrary<MessageContent<Cell>> = fc
  .oneof(
    fc.record<MessageContent<Cell>>({
      init: maybe(stateInit),
      initLayout: fc.constant('reference'),
      body: cell,
      bodyLayout: fc.constant('reference'),
    }),
    fc.record<MessageContent<Cell>>({
      init: fc.constant(null),
      initLayout: fc.constant('inline'),
      body: fc.uint8Array({ maxLength: 3 }).map((bytes) => new CellBuilder().storeBytes(bytes).endCell()),
      bodyLayout: fc.constant('inline'),
    }),
    fc.record<MessageContent<Cell>>({
      init: fc.record({
        fixedPrefixLength: maybe(uint(5)),
        special: fc.constant(null),
        code: maybe(cell),
        data: maybe(cell),
        library: fc.constant(null),
      }),
      initLayout: fc.constant('inline'),
      body: fc.constant(Cell.empty),
      bodyLayout: fc.constant('inline'),
    }),
  )
  .map((value) => (value.init === null ? { ...value, initLayout: 'inline' } : value));

const smallInfo = <Info extends MessageInfo | MessageInfoRelaxed>(info: Info): Info =>
  // Without extra currencies there is a reference more for the content, and the bits suffice.
  info.type === 'internal' ? { ...info, value: { grams: info.value.grams & 0xffff_ffffn, extra: [] } } : info;

const shortAddress = (address: MessageAddress): boolean => address.type === 'none' || address.type === 'std';

export const messageParts: fc.Arbitrary<MessageParts<Cell>> = fc
  .tuple(messageInfo, content)
  .map(([info, rest]) => ({ info: smallInfo(info), ...rest }))
  .filter(({ info }) => shortAddress(info.source) || shortAddress(info.destination));

export const messageRelaxedParts: fc.Arbitrary<MessageContent<Cell> & { readonly info: MessageInfoRelaxed }> = fc
  .tuple(messageInfoRelaxed, content)
  .map(([info, rest]) => ({ info: smallInfo(info), ...rest }))
  .filter(({ info }) => shortAddress(info.source) || shortAddress(info.destination));

const statusChange = fc.constantFrom<StatusChange>('unchanged', 'frozen', 'deleted');
export const storageUsed = fc.record({ cells: size48, bits: size48 });

export const storagePhase: fc.Arbitrary<StoragePhase> = fc.record({
  feesCollected: grams,
  feesDue: maybe(grams),
  statusChange,
});
export const creditPhase: fc.Arbitrary<CreditPhase> = fc.record({ dueFeesCollected: maybe(grams), credit: currencies });
export const computePhase: fc.Arbitrary<ComputePhase> = fc.oneof(
  fc.record<ComputePhase & { type: 'skipped' }>({
    type: fc.constant('skipped'),
    reason: fc.constantFrom('no_state', 'bad_state', 'no_gas', 'suspended'),
  }),
  fc.record<ComputePhase & { type: 'vm' }>({
    type: fc.constant('vm'),
    success: fc.boolean(),
    messageStateUsed: fc.boolean(),
    accountActivated: fc.boolean(),
    gasFees: grams,
    gasUsed: size48,
    gasLimit: size48,
    gasCredit: maybe(uint(16)),
    mode: int(8),
    exitCode: int(32),
    exitArgument: maybe(int(32)),
    vmSteps: uint(32),
    vmInitStateHash: hash,
    vmFinalStateHash: hash,
  }),
);
export const actionPhase: fc.Arbitrary<ActionPhase> = fc.record({
  success: fc.boolean(),
  valid: fc.boolean(),
  noFunds: fc.boolean(),
  statusChange,
  totalForwardFees: maybe(grams),
  totalActionFees: maybe(grams),
  resultCode: int(32),
  resultArgument: maybe(int(32)),
  totalActions: uint(16),
  specialActions: uint(16),
  skippedActions: uint(16),
  messagesCreated: uint(16),
  actionListHash: hash,
  totalMessageSize: storageUsed,
});
export const bouncePhase: fc.Arbitrary<BouncePhase> = fc.oneof(
  fc.constant<BouncePhase>({
    type: 'negfunds',
    messageSize: null,
    requiredForwardFees: null,
    messageFees: null,
    forwardFees: null,
  }),
  fc
    .record({ messageSize: storageUsed, requiredForwardFees: grams })
    .map((fields): BouncePhase => ({ type: 'nofunds', messageFees: null, forwardFees: null, ...fields })),
  fc
    .record({ messageSize: storageUsed, messageFees: grams, forwardFees: grams })
    .map((fields): BouncePhase => ({ type: 'ok', requiredForwardFees: null, ...fields })),
);
export const splitMergeInfo: fc.Arbitrary<SplitMergeInfo> = fc.record({
  currentShardPrefixLength: uint(6),
  accountSplitDepth: uint(6),
  thisAddress: hash,
  siblingAddress: hash,
});

const flags = { aborted: fc.boolean(), destroyed: fc.boolean() };
const run = { computePhase, actionPhase: maybe(actionPhase) };

/** All seven descriptions. `prepareTransaction` is any cell: it is not read with its description. */
export const descriptionsByType: {
  readonly [Type in TransactionDescription['type']]: fc.Arbitrary<TransactionDescription<Cell>>;
} = {
  ord: fc
    .record({
      creditFirst: fc.boolean(),
      storagePhase: maybe(storagePhase),
      creditPhase: maybe(creditPhase),
      bouncePhase: maybe(bouncePhase),
      ...run,
      ...flags,
    })
    .map((fields) => ({ ...absent, type: 'ord', ...fields })),
  storage: storagePhase.map((phase) => ({ ...absent, type: 'storage', storagePhase: phase })),
  tick_tock: fc
    .record({ isTock: fc.boolean(), storagePhase, ...run, ...flags })
    .map((fields) => ({ ...absent, type: 'tick_tock', ...fields })),
  split_prepare: fc
    .record({ splitInfo: splitMergeInfo, storagePhase: maybe(storagePhase), ...run, ...flags })
    .map((fields) => ({ ...absent, type: 'split_prepare', ...fields })),
  split_install: fc
    .record({ splitInfo: splitMergeInfo, prepareTransaction: cell, installed: fc.boolean() })
    .map((fields) => ({ ...absent, type: 'split_install', ...fields })),
  merge_prepare: fc
    .record({ splitInfo: splitMergeInfo, storagePhase, aborted: fc.boolean() })
    .map((fields) => ({ ...absent, type: 'merge_prepare', ...fields })),
  merge_install: fc
    .record({
      splitInfo: splitMergeInfo,
      prepareTransaction: cell,
      storagePhase: maybe(storagePhase),
      creditPhase: maybe(creditPhase),
      ...run,
      ...flags,
    })
    .map((fields) => ({ ...absent, type: 'merge_install', ...fields })),
};

const description: fc.Arbitrary<TransactionDescription<Cell>> = fc.oneof(...Object.values(descriptionsByType));

const accountStatus = fc.constantFrom<AccountStatus>('uninit', 'frozen', 'active', 'nonexist');

export const transactionParts: fc.Arbitrary<TransactionParts<Cell>> = fc.record({
  accountHash: hash,
  lt: uint64,
  prevTransHash: hash,
  prevTransLt: uint64,
  now: uint(32),
  outMessageCount: uint(15),
  origStatus: accountStatus,
  endStatus: accountStatus,
  inMessage: maybe(messageParts),
  outMessages: fc.array(messageParts, { maxLength: 6 }),
  totalFees: currencies,
  oldStateHash: hash,
  newStateHash: hash,
  description,
});
