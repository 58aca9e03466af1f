import { expect } from '@jest/globals';
import { DIALECT_NAMES, userFriendlyAddress } from '@tonriver/api-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import {
  accountDataTable,
  accountStatesTable,
  blocksTable,
  cellTreesTable,
  createRowBatch,
  latestAccountStatesTable,
  masterchainShardsTable,
  stateProgressTable,
  type TableDefinition,
  watermarksTable,
} from '@tonriver/row-schema';
import fc from 'fast-check';
import { blockRow, bytes32 } from '@tonriver/chain-reader/testing';
import {
  type DrawnChain,
  type DrawnState,
  drawChain,
  LAST_ROUND,
  LEFT_END,
  RANGE_START,
  RIGHT_END,
} from './drawn-accounts.test-support.ts';
import type { TestAnswer, TestGateway } from './test-gateway.test-support.ts';

const ACCOUNTS = 60;
/** Rounds that are stored before the watermark reaches them. */
const AHEAD = 2;
/** From this watermark on every account is known. */
const COMPLETE_FROM = RANGE_START + 7;

const LEFT = 2n ** 62n;
const RIGHT = -(2n ** 62n);
const SMALLEST_WATERMARK = RANGE_START + 1;
export const WATERMARKS = Array.from(
  { length: LAST_ROUND - SMALLEST_WATERMARK + 1 },
  (_, index) => SMALLEST_WATERMARK + index,
);

/** The chain as it is stored at a watermark, read by looking at every row. */
export interface DrawnView {
  readonly chain: DrawnChain;
  readonly watermark: number;
  /** The state that must be answered; undefined when it is not known. */
  readonly stateOf: (account: Uint8Array) => DrawnState | undefined;
  /** Every account is known. */
  readonly isComplete: boolean;
  /** The code that the address book must know. */
  readonly bookCodeOf: (account: Uint8Array) => Uint8Array | null | undefined;
}

export function addressOf({
  workchain,
  account,
}: {
  readonly workchain: number;
  readonly account: Uint8Array;
}): string {
  return `${workchain}:${Buffer.from(account).toString('hex').toUpperCase()}`;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function insert<Row>(store: ClickHouseStore, table: TableDefinition<Row>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const batch = createRowBatch(table);
  for (const row of rows) batch.add(row);
  await store.insertRows(table, batch.rows());
}

/** The round in which a row of the drawn chain is stored; version 0 from the beginning. */
function roundOf({ row: { lt } }: DrawnState): number {
  return Number(lt / 1_000_000n);
}

/** Stores the rows of rounds in (after, until]. A re-parse writes some of them again. */
async function storeRounds(store: ClickHouseStore, chain: DrawnChain, after: number, until: number): Promise<void> {
  const isNew = (round: number): boolean => round > after && round <= until;
  const states = chain.states.filter((state) => isNew(roundOf(state))).map(({ row }) => row);
  await insert(
    store,
    accountDataTable,
    chain.dataRows.filter(({ lt }) => isNew(Number(lt / 1_000_000n))),
  );
  await insert(store, accountStatesTable, states);
  await insert(store, latestAccountStatesTable, states);
  // The next parser: a higher version of the same rows, and for some of them the same version again.
  const again = states.filter((_row, index) => index % 3 === 0);
  await insert(
    store,
    accountStatesTable,
    again.map((row, index) =>
      row.rowVersion === 0 || index % 2 === 0 ? row : { ...row, rowVersion: row.rowVersion + 2 },
    ),
  );
}

async function storeWatermark(store: ClickHouseStore, watermark: number): Promise<void> {
  const base = BigInt(watermark) * 1_000_000n;
  const shard = { mcBlockSeqno: watermark, workchain: 0, seqno: watermark, startLt: base, genUtime: 0, rowVersion: 3 };
  const hashes = { rootHash: bytes32('r'), fileHash: bytes32('f') };
  await insert(store, masterchainShardsTable, [
    { ...shard, ...hashes, shard: LEFT, endLt: base + LEFT_END },
    { ...shard, ...hashes, shard: RIGHT, endLt: base + RIGHT_END },
  ]);
  await insert(store, blocksTable, [blockRow({ seqno: watermark })]);
  await insert(store, watermarksTable, [{ firstSeqno: RANGE_START, lastSeqno: watermark, linkedSeqno: 0 }]);
}

function viewAt(chain: DrawnChain, watermark: number): DrawnView {
  const base = BigInt(watermark) * 1_000_000n;
  const endOf = ({ workchain, account }: DrawnState['row']): bigint =>
    base + (workchain === -1 ? 999_999n : account[0]! < 128 ? LEFT_END : RIGHT_END);
  const stored = chain.states.filter((state) => roundOf(state) <= watermark + AHEAD);
  const newestOf = (account: Uint8Array, isVisible: (state: DrawnState) => boolean): DrawnState | undefined =>
    stored
      .filter((state) => Buffer.compare(state.row.account, account) === 0 && isVisible(state))
      .reduce<DrawnState | undefined>(
        (newest, state) => (newest === undefined || state.row.lt > newest.row.lt ? state : newest),
        undefined,
      );
  const isOfRound = ({ row }: DrawnState): boolean => row.mcBlockSeqno !== null && row.mcBlockSeqno <= watermark;
  return {
    chain,
    watermark,
    isComplete: watermark >= COMPLETE_FROM,
    stateOf(account) {
      const newest = newestOf(
        account,
        (state) => isOfRound(state) || (state.row.rowVersion === 0 && state.row.lt <= endOf(state.row)),
      );
      const isInRange = (newest?.row.mcBlockSeqno ?? 0) >= RANGE_START;
      return isInRange || watermark >= COMPLETE_FROM ? newest : undefined;
    },
    bookCodeOf: (account) =>
      newestOf(
        account,
        (state) =>
          isOfRound(state) ||
          (state.row.mcBlockSeqno === null && (state.row.rowVersion > 0 || state.row.lt <= endOf(state.row))),
      )?.row.codeHash,
  };
}

/** Lets rounds arrive one by one, and calls `at` for each watermark. */
export async function playDrawnChain(
  store: ClickHouseStore,
  seed: number,
  at: (view: DrawnView) => Promise<void>,
): Promise<void> {
  const chain = drawChain(seed, ACCOUNTS);
  await insert(
    store,
    cellTreesTable,
    chain.codes.flatMap(({ hash, boc }) => (boc === null ? [] : [{ hash, boc }])),
  );
  let stored = 0;
  for (const watermark of WATERMARKS) {
    await storeRounds(store, chain, stored, watermark + AHEAD);
    stored = watermark + AHEAD;
    if (watermark === COMPLETE_FROM) {
      const progress = { firstSeqno: RANGE_START - 1, lastSeqno: watermark - 2, isComplete: true };
      await insert(store, stateProgressTable, [progress]);
    }
    await storeWatermark(store, watermark);
    await at(viewAt(chain, watermark));
  }
}

/** Asks again until the gateway has seen the watermark. */
export async function askAt(gateway: TestGateway, path: string, watermark: number): Promise<TestAnswer> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await gateway.request(path);
    if (answer.headers.get('x-indexed-seqno') === String(watermark)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new RangeError(`The gateway does not reach round ${watermark}`);
}

const BASES = { contract: '/api', deployed: '/toncenter/api' } as const;

/** Draws of a dialect and some accounts, as a caller may write them; the last one is not stored. */
export function drawnRequests(chain: DrawnChain, lengthMax = 30) {
  const nobody = { workchain: 0, account: new Uint8Array(32).fill(0xee) };
  const accounts = [...chain.accounts, nobody];
  return fc
    .record({
      base: fc.constantFrom(...DIALECT_NAMES).map((name) => BASES[name]),
      asked: fc.array(fc.record({ index: fc.nat(accounts.length - 1), form: fc.nat(3) }), {
        minLength: 1,
        maxLength: lengthMax,
      }),
    })
    .map(({ base, asked }) => ({
      base,
      accounts: [...new Map(asked.map(({ index }) => [index, accounts[index]!])).values()],
      texts: asked.map(({ index, form }) => formOf(accounts[index]!, form)),
    }));
}

function formOf(key: { readonly workchain: number; readonly account: Uint8Array }, form: number): string {
  const accountHex = Buffer.from(key.account).toString('hex');
  if (form === 0) return addressOf(key);
  if (form === 1) return `${key.workchain}:${accountHex}`;
  const friendly = userFriendlyAddress({
    workchain: key.workchain,
    accountHex,
    isBounceable: form === 2,
    isTestnet: false,
  })!;
  return form === 2 ? friendly : friendly.replaceAll('-', '+').replaceAll('_', '/');
}

/** The row of the address book of an account with this code. */
export function expectedBookRow(
  { workchain, account }: { readonly workchain: number; readonly account: Uint8Array },
  codeHash: Uint8Array | null | undefined,
  chain: DrawnChain,
): unknown {
  const code = chain.codes.find(
    ({ hash }) => codeHash !== null && codeHash !== undefined && base64(hash) === base64(codeHash),
  );
  const isBounceable = code !== undefined && code.wallet === null;
  const accountHex = Buffer.from(account).toString('hex');
  return {
    user_friendly: userFriendlyAddress({ workchain, accountHex, isBounceable, isTestnet: false }),
    domain: null,
    interfaces: interfacesOf(code?.wallet ?? null),
  };
}

/** `wallet v3 r1` is the interface `wallet_v3r1`, and `wallet v5 beta` is `wallet_v5_beta`. */
export function interfacesOf(wallet: string | null): readonly string[] {
  return wallet === null ? [] : [wallet.replace(' ', '_').replace(/ r/, 'r').replace(' ', '_')];
}

export function expectOk(answer: TestAnswer): void {
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
}
