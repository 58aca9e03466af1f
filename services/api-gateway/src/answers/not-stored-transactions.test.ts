import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  blockKeyText,
  type Finality,
  HoleError,
  recordsOfPlaced,
  type TransactionKey,
  type TransactionRecord,
} from '@tonriver/chain-reader';
import {
  createAccountStates,
  createMissingStates,
  createRememberedParts,
  createTransactionParts,
  memoryLookUp,
  ROUND,
  storedCells,
} from '@tonriver/chain-reader/testing';
import { createMetrics } from '@tonriver/telemetry';
import { deployed } from '../dialects/deployed.ts';
import { addressBookOf } from './address-book.ts';
import type { AnswerReader } from './answer-reader.ts';
import { createBodyPrinter } from './body-printer.ts';
import { transactionsOf } from './transactions.ts';

const visible = { indexedSeqno: ROUND, range: { firstSeqno: 1, lastSeqno: ROUND } };
const none = memoryLookUp<never>();

/** Every row that is looked for is required, and only the cells of the transactions are stored. */
const requiredRows = {
  requiredOf: async <Key extends TransactionKey>(keys: readonly Key[]): Promise<readonly Key[]> => keys,
  checkMissing: async (table: string, requiredBy: string, keys: readonly TransactionKey[]): Promise<void> => {
    if (keys.length > 0) throw new HoleError({ table, requiredBy, key: 'some' });
  },
};

const reader = {
  bodyPrinter: createBodyPrinter(),
  cellTrees: none,
  stateInits: none,
  messagePlaces: none,
  traceIds: none,
  traceBeginnings: none,
  accountCodes: none,
  domainNames: async (accounts: readonly unknown[]) => accounts.map(() => []),
  requiredRows,
  records: { getMany: async () => [], atPlaces: async () => [] },
  globalVersions: { ofBlocks: async () => new Map() },
  accountStates: createAccountStates(none, none, createMissingStates(requiredRows, none), createMetrics()),
} as unknown as AnswerReader;

let stored: readonly TransactionRecord[];

beforeAll(async () => {
  const cells = storedCells();
  const rememberedParts = createRememberedParts({ cachePrefix: () => '', bytesMax: 2 ** 26, ttlMs: 60_000 });
  const bounds = { keysMax: 100, queriesMax: 1, waitingKeysMax: 1000 };
  const parts = createTransactionParts({ select: (async () => [cells]) as never }, bounds, rememberedParts);
  const [part] = await parts.byKey([`${cells.blockRound}/${blockKeyText(cells)}/${cells.part}`], visible);
  const found = Array.from({ length: part!.transactions.count }, (_, place) => ({ part: part!, place }));
  stored = recordsOfPlaced(found, ROUND);
});

/** Records without the states that their block proves: those of transactions that no block has. */
function recordsAs(finality: Finality): readonly TransactionRecord[] {
  return stored.map(({ key, keyText, transaction, inMessage, outMessages, part }) => {
    const unproved = { ...part!, before: undefined, after: undefined };
    return { key, keyText, transaction, inMessage, outMessages, part: unproved, finality };
  });
}

const answer = async (records: readonly TransactionRecord[]) =>
  await transactionsOf(reader, deployed, records, visible);

describe('a transaction of which no rows are stored', () => {
  it.each(['pending', 'confirmed'] as const)('that is %s is answered without them', async (finality) => {
    const answered = await answer(recordsAs(finality));

    expect(answered).toHaveLength(stored.length);
    expect(answered.map(({ isFinal }) => isFinal)).not.toContain(true);
    expect(answered[0]?.value).toMatchObject({ finality, emulated: finality === 'pending' });
    const addressed = stored.map(({ key }) => ({ key, addresses: [], finality }));
    await expect(addressBookOf(reader, addressed, { visible, isTestnet: false })).resolves.toBeDefined();
  });

  it.each(['partial', 'finalized'] as const)('is a hole when it is %s', async (finality) => {
    await expect(answer(recordsAs(finality))).rejects.toBeInstanceOf(HoleError);
    const addressed = stored.map(({ key }) => ({ key, addresses: [], finality }));
    await expect(addressBookOf(reader, addressed, { visible, isTestnet: false })).rejects.toBeInstanceOf(HoleError);
  });
});
