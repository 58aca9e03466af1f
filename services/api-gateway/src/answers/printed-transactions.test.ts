import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PartSide } from '@tonriver/block-rows';
import type { TransactionPartRow } from '@tonriver/row-schema';
import { blockKeyText, type StatesOfTransaction } from '@tonriver/chain-reader';
import {
  createRememberedParts,
  createTransactionParts,
  memoryLookUp,
  ownLinks,
  receivers,
  ROUND,
  storedCells,
} from '@tonriver/chain-reader/testing';
import { contract } from '../dialects/contract.ts';
import { deployed } from '../dialects/deployed.ts';
import { createBodyPrinter } from './body-printer.ts';
import { printTransactions } from './printed-transactions.ts';
import type { AnswerReader } from './answer-reader.ts';

type KnownState = NonNullable<StatesOfTransaction['before']>;

const whole: KnownState = {
  hash: new Uint8Array(32),
  status: 'active',
  balance: 1n,
  extraCurrencies: [],
  extraCurrenciesHash: null,
  codeHash: null,
  dataHash: null,
  frozenHash: null,
};
const cells = storedCells();
/** The watermark, of which the round is one of the newest. */
const NEWEST = ROUND + 1;
/** A watermark of which it is not. */
const OLDER = ROUND + 1_000;
const keyText = `${ROUND}/${cells.workchain}:${cells.shard}:${cells.seqno}/${cells.part}`;

describe('a printed transaction', () => {
  let stored: TransactionPartRow[];
  let state: KnownState | undefined;
  let isStored: boolean;
  /** How many transactions were printed, and not taken from memory. */
  let printedCount: number;
  let reader: AnswerReader;

  beforeEach(() => {
    stored = [cells, ...ownLinks(cells), ...receivers(cells, ROUND + 1)];
    [state, isStored, printedCount] = [whole, true, 0];
    const rememberedParts = createRememberedParts({ cachePrefix: () => '', bytesMax: 2 ** 26, ttlMs: 60_000 });
    const store = { select: (async () => stored) as never, ping: async () => undefined };
    const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
    const none = memoryLookUp<never>();
    // What a transaction with whole links needs beside its part.
    reader = {
      rememberedParts,
      parts: createTransactionParts(store, bounds, rememberedParts),
      bodyPrinter: createBodyPrinter(),
      cellTrees: none,
      stateInits: none,
      messagePlaces: none,
      traceIds: none,
      traceBeginnings: none,
      requiredRows: { requiredOf: async () => [], checkMissing: async () => undefined },
      globalVersions: {
        ofBlocks: async (blocks: readonly Parameters<typeof blockKeyText>[0][]) =>
          new Map(blocks.map((block) => [blockKeyText(block), { number: 11, isStored }])),
      },
      accountStates: {
        ofTransactions: async (asked: readonly { readonly part?: { readonly before: PartSide } }[]) => {
          printedCount += asked.length;
          return asked.map(() => ({ before: state, after: state }));
        },
      },
    } as unknown as AnswerReader;
  });

  const print = async (indexedSeqno = NEWEST, dialect = deployed): Promise<string> => {
    const visible = { indexedSeqno, range: { firstSeqno: 1, lastSeqno: indexedSeqno } };
    const [part] = await reader.parts.byKey([keyText], visible);
    const found = Array.from({ length: part!.transactions.count }, (_, place) => ({ part: part!, place }));
    const printed = await printTransactions(reader, dialect, found, visible);
    return printed.map(({ text }) => Buffer.from(text).toString()).join('\n');
  };
  /** How many are printed when the same page is asked for again. */
  const printedAgain = async (): Promise<number> => {
    const first = await print();
    printedCount = 0;
    expect(await print()).toBe(first);
    return printedCount;
  };

  it('is printed once for each dialect when it is of the newest rounds', async () => {
    expect(await printedAgain()).toBe(0);
    await print(NEWEST, contract);
    expect(printedCount).toBeGreaterThan(0);
    printedCount = 0;
    await print(NEWEST, contract);
    await print(NEWEST + 7, contract);
    expect(printedCount).toBe(0);
  });

  it('is kept when its part is asked for again when it is older', async () => {
    await print(OLDER);
    printedCount = 0;
    await print(OLDER);
    expect(printedCount).toBeGreaterThan(0);
    printedCount = 0;
    await print(OLDER);
    expect(printedCount).toBe(0);
  });

  it('is not part of answers at an older watermark than that of its newest row', async () => {
    await print(NEWEST);
    printedCount = 0;
    await print(ROUND);
    expect(printedCount).toBeGreaterThan(0);
  });

  const unknown: readonly (readonly [string, () => void])[] = [
    ['a state is not known', () => (state = undefined)],
    [
      'extra currencies of a state are not known',
      () => (state = { ...whole, extraCurrenciesHash: new Uint8Array(32) }),
    ],
    ['the configuration of its time is not stored', () => (isStored = false)],
    ['a message is in flight', () => (stored = [cells, ...ownLinks(cells)])],
  ];
  it.each(unknown)('is printed again while %s', async (_, change) => {
    change();
    expect(await printedAgain()).toBeGreaterThan(0);
  });
});
