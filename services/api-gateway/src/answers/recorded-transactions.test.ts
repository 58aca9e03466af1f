import { expect, it } from '@jest/globals';
import { parseAddress } from '@tonriver/api-model';
import { objectSchemas } from '@tonriver/api-model';
import { createMetrics } from '@tonriver/telemetry';
import { describeRecorded } from '@tonriver/testing';
import {
  accountAtKeyText,
  blockKeyText,
  hexOf,
  type KnownState,
  transactionKeyText,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import {
  createAccountStates,
  createMissingStates,
  createRememberedParts,
  everyRoundVisible,
  memoryLookUp,
  nothingRequired,
} from '@tonriver/chain-reader/testing';
import { deployed } from '../dialects/deployed.ts';
import { comparable, type LeftOut } from '../testing/compare-recorded.test-support.ts';
import { RECORDED_FOLDERS, recordedFiles } from '../testing/recorded-files.test-support.ts';
import { type Recorded, type RecordedRows, rowsOfRecorded } from '../testing/recorded-rows.test-support.ts';
import { addressBookOf, addressesOf } from './address-book.ts';
import { joinPieces } from './json-text.ts';
import { createBodyPrinter } from './body-printer.ts';
import { transactionsOf } from './transactions.ts';
import type { AnswerReader } from './answer-reader.ts';

function recordOf({ transaction, messages }: RecordedRows): TransactionRecord {
  const key = { workchain: transaction.workchain, account: transaction.account, lt: transaction.lt };
  return {
    key,
    keyText: transactionKeyText(key),
    finality: 'finalized',
    transaction,
    inMessage: messages.find(({ direction }) => direction === 'in'),
    outMessages: messages.filter(({ direction }) => direction === 'out'),
  };
}

const { indexedSeqno: INDEXED_SEQNO } = everyRoundVisible;

/** The code of each account after its newest recorded transaction. */
function codesOf(rows: readonly RecordedRows[]): ReadonlyMap<string, Uint8Array> {
  const states = rows.flatMap(({ accountStates }) => accountStates);
  const oldestFirst = states.toSorted((left, right) => Number(left.lt - right.lt));
  const keyOf = ({ workchain, account }: (typeof states)[number]) =>
    accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno: INDEXED_SEQNO });
  const newest = new Map(oldestFirst.map((state) => [keyOf(state), state.codeHash]));
  return new Map([...newest].flatMap(([key, hash]) => (hash === null ? [] : [[key, hash] as const])));
}

/** A reader over the rows of one recording. A recording with extra flags is of a version that has them. */
function readerOf(rows: readonly RecordedRows[], globalVersion: number): AnswerReader {
  const none = memoryLookUp<never>();
  const noStore = { select: async () => [], ping: async () => undefined };
  return {
    stores: { gated: noStore, admitted: noStore },
    bounds: { keysMax: 1, queriesMax: 1, waitingKeysMax: 1 },
    records: { getMany: async () => [], atPlaces: async () => [] },
    parts: {
      byKey: async () => [],
      ofTransactions: async () => [],
      atPlaces: async () => [],
      ofRounds: async () => [],
    },
    rememberedParts: createRememberedParts({ cachePrefix: () => '', bytesMax: 2 ** 26, ttlMs: 1_000 }),
    blocks: {
      byKey: none,
      versions: none,
      ofRound: none,
      shardTops: none,
      rounds: none,
      transactions: none,
    },
    blocksOfRounds: { read: async () => undefined },
    messagePlaces: none,
    transactionPlaces: none,
    traceIds: memoryLookUp(new Map(rows.map(({ traceId }) => [transactionKeyText(traceId), traceId.traceId]))),
    requiredRows: nothingRequired,
    roundTransactions: async () => undefined,
    traceBeginnings: none,
    cellTrees: memoryLookUp(
      new Map(rows.flatMap(({ cellTrees }) => cellTrees.map(({ hash, boc }) => [hexOf(hash), boc]))),
    ),
    stateInits: memoryLookUp(
      new Map(rows.flatMap(({ stateInits }) => stateInits.map((row) => [hexOf(row.hash), row]))),
    ),
    accountStates: createAccountStates(
      memoryLookUp(
        new Map<string, KnownState>(
          rows.flatMap(({ accountStates }) => accountStates.map((row) => [transactionKeyText(row), row])),
        ),
      ),
      none,
      createMissingStates(nothingRequired, none),
      createMetrics(),
    ),
    tokens: none,
    domainNames: async (accounts) => accounts.map(() => []),
    readAhead: async () => undefined,
    accountCodes: memoryLookUp(
      new Map([...codesOf(rows)].map(([key, codeHash]) => [key, { codeHash, lt: 2n ** 63n }])),
    ),
    globalVersions: {
      ofBlocks: async (blocks) =>
        new Map(blocks.map((block) => [blockKeyText(block), { number: globalVersion, isStored: true }])),
    },
    bodyPrinter: createBodyPrinter(),
    answering: { run: (make) => make(), checkRoom: () => undefined, hadWaiting: () => false },
    walking: { run: (make) => make(), hadWaiting: () => false },
    messageIndex: async () => [],
  };
}

describeRecorded('transactions recorded from the deployed service', RECORDED_FOLDERS, (data) => {
  const files = recordedFiles(data.root);
  const counts = { transactions: 0, messages: 0, forms: 0 };
  const leftOut: LeftOut = new Map();

  const expectEqualRebuilt = async ({ transactions, addressBook }: (typeof files)[number]): Promise<void> => {
    const rows = transactions.map(rowsOfRecorded);
    const hasExtraFlags = JSON.stringify(transactions).includes('"extra_flags":"');
    const records = rows.map(recordOf);

    const rebuilt = await transactionsOf(readerOf(rows, hasExtraFlags ? 12 : 11), deployed, records, everyRoundVisible);

    for (const [index, transaction] of transactions.entries()) {
      const [expected, actual] = comparable(transaction, rebuilt[index]?.value as Recorded, leftOut);
      expect(actual).toEqual(expected);
      expect(objectSchemas('deployed').transaction.safeParse(rebuilt[index]?.value).error).toBeUndefined();
      counts.transactions += 1;
      counts.messages += rows[index]?.messages.length ?? 0;
    }
    // The code of an account without a recorded transaction is unknown here, so only the account is compared.
    const codes = codesOf(rows);
    const addressed = records.map((record) => ({ ...record, addresses: addressesOf(record) }));
    const book = JSON.parse(
      joinPieces(
        await addressBookOf(readerOf(rows, 11), addressed, { visible: everyRoundVisible, isTestnet: false }),
      ).toString(),
    ) as Record<string, { readonly user_friendly: string | null }>;
    for (const [address, row] of Object.entries(addressBook)) {
      const ours = book[address]?.user_friendly;
      if (typeof ours !== 'string') continue;
      expect(parseAddress(ours)).toEqual(parseAddress(row.user_friendly));
      const [workchain, accountHex = ''] = address.split(':');
      if (!codes.has(accountAtKeyText({ workchain: Number(workchain), accountHex, indexedSeqno: INDEXED_SEQNO })))
        continue;
      expect(ours).toBe(row.user_friendly);
      counts.forms += 1;
    }
  };
  // Another folder of recorded data may have none of these files.
  for (const file of files) {
    it(`are rebuilt from their rows, member by member: ${file.name}`, () => expectEqualRebuilt(file));
  }

  it('are all compared, and few members are left out', () => {
    const left = [...leftOut].map(([path, count]) => `${path} ${count}×`).join(', ');
    process.stdout.write(
      `recorded v3 objects: ${counts.transactions} transactions, ${counts.messages} messages, ${counts.forms} user-friendly forms equal; left out: ${left}\n`,
    );
    if (data.isWhole) {
      expect(counts.transactions).toBeGreaterThanOrEqual(19);
      expect(counts.forms).toBeGreaterThan(10);
    }
    expect([...leftOut.keys()].filter((path) => path !== 'finality')).toEqual([]);
  });
});
