import { columnsSql, contractInterfacesTable, pickColumns, type RowOf } from '@tonriver/row-schema';
import { LRUCache } from 'lru-cache';
import { type BatchedLookUp, createBatchedLookUp } from '../look-up/batched-look-up.ts';
import { runForCaller } from '../look-up/caller.ts';
import type { LookUpBounds } from '../look-up/look-up-bounds.ts';
import { groupedBy } from '../store/grouped-by.ts';
import { hexOf } from '../store/bytes.ts';
import { type AccountAt, accountAtKeyText, parseAccountAtKeyText } from './account-codes.ts';
import type { ReadingStore } from '../store/reading-store.ts';
import { accountsCondition, transactionKeysCondition } from '../store/sql.ts';

const columns = pickColumns(
  contractInterfacesTable,
  'workchain',
  'account',
  'lt',
  'kind',
  'confirmation',
  'owner_text',
  'parent_text',
  'amount',
  'item_index',
  'uri_text',
  'addresses_text',
  'content_text',
  'generation',
);

/** What the interface-detector found of an account in a state: a row for each kind. */
export type TokenRow = RowOf<typeof columns>;

/** An account in its newest state at a watermark. */
export interface AccountInState extends AccountAt {
  /** The lt of the last transaction before the state. */
  readonly lt: bigint;
}

export function accountInStateKeyText({ lt, ...account }: AccountInState): string {
  return `${accountAtKeyText(account)} ${lt}`;
}

function parseKeyText(text: string): AccountInState {
  return { ...parseAccountAtKeyText(text), lt: BigInt(text.slice(text.lastIndexOf(' ') + 1)) };
}

/** Memory for what is remembered: strangers choose how long the content of a token is. */
const REMEMBERED_BYTES_MAX = 32 * 1024 * 1024;
/** A key, and the parts of a row that are always there. */
const [KEY_BYTES, ROW_BYTES] = [250, 600];
/** What was found of exactly this state stays, unless newer rules find something else. */
const EXACT_MS = 10 * 60_000;
/** What was found of an older state may be replaced: the detector may not have seen this one yet. */
const OLDER_MS = 5_000;
/** What was found so of a state that was read ahead: the detector has hardly begun with it. */
const AHEAD_MS = 500;
/** Before that it is read again while it is still told, so that those who ask often do not wait. */
const REFRESHED_BEFORE_MS = 1_500;

/** The tokens that accounts are, by `accountInStateKeyText`. */
export interface Tokens extends BatchedLookUp<readonly TokenRow[]> {
  /** Reads what requests will ask for. What may change soon is told for a moment only. */
  readAhead(this: void, keyTexts: readonly string[]): Promise<void>;
}

/**
 * Returns the rows of accounts that say which tokens they are in a state; none for an account that is no token. A state
 * without rows is as the newest one before it that has some: also while the interface-detector has not seen it yet.
 */
export function createTokens(store: ReadingStore, bounds: LookUpBounds, cachePrefix: () => string): Tokens {
  const remembered = new LRUCache<string, readonly TokenRow[]>({
    maxSize: REMEMBERED_BYTES_MAX,
    sizeCalculation: memoryOf,
  });
  const stored = createBatchedLookUp<readonly TokenRow[]>({
    ...bounds,
    async load(keyTexts) {
      const found = new Map<string, readonly TokenRow[]>();
      const accounts = keyTexts.map(parseKeyText);
      const prefix = cachePrefix();
      const exact = await readExact(store, accounts);
      const others = accounts.filter((account) => !exact.has(stateText(account)));
      const older = await readOlder(store, others);
      for (const account of accounts) {
        const isExact = exact.has(stateText(account));
        const rows = tokensOf(exact.get(stateText(account)) ?? older.get(accountAtKeyText(account)) ?? []);
        remembered.set(`${prefix} ${stateText(account)}`, rows, { ttl: isExact ? EXACT_MS : OLDER_MS });
        found.set(accountInStateKeyText(account), rows);
      }
      return found;
    },
  });
  const refreshed = new Set<string>();
  const refresh = async (keyText: string, text: string): Promise<void> => {
    if (refreshed.has(text)) return;
    refreshed.add(text);
    try {
      // Not for one caller alone. A failure is that of the store, which the next reading tells.
      await runForCaller(undefined, () => stored.get(keyText)).catch(() => undefined);
    } finally {
      refreshed.delete(text);
    }
  };
  const textOf = (keyText: string): string => `${cachePrefix()} ${stateText(parseKeyText(keyText))}`;
  const known = (keyText: string): readonly TokenRow[] | undefined => {
    const text = textOf(keyText);
    const rows = remembered.get(text);
    if (rows !== undefined && remembered.getRemainingTTL(text) < REFRESHED_BEFORE_MS) void refresh(keyText, text);
    return rows;
  };
  const getMany = async (keyTexts: readonly string[]): Promise<readonly (readonly TokenRow[] | undefined)[]> => {
    const found = new Map(keyTexts.map((keyText) => [keyText, known(keyText)]));
    const missing = [...found].flatMap(([keyText, rows]) => (rows === undefined ? [keyText] : []));
    const read = missing.length === 0 ? [] : await stored.getMany(missing);
    for (const [index, keyText] of missing.entries()) found.set(keyText, read[index]);
    return keyTexts.map((keyText) => found.get(keyText));
  };
  return {
    get: async (keyText) => (await getMany([keyText]))[0],
    getMany,
    async readAhead(keyTexts) {
      if (keyTexts.length === 0) return;
      await runForCaller(undefined, () => stored.getMany(keyTexts));
      for (const text of keyTexts.map(textOf)) {
        const rows = remembered.peek(text);
        if (rows !== undefined && remembered.getRemainingTTL(text) <= OLDER_MS) {
          remembered.set(text, rows, { ttl: AHEAD_MS });
        }
      }
    },
  };
}

type Found = ReadonlyMap<string, readonly TokenRow[]>;

/** A state is the same at every watermark. */
function stateText({ workchain, accountHex, lt }: Omit<AccountInState, 'indexedSeqno'>): string {
  return `${workchain} ${accountHex} ${lt}`;
}

/** Reads states that have rows of their own: nearly all of tokens, whose data change with each transaction. */
async function readExact(store: ReadingStore, accounts: readonly AccountInState[]): Promise<Found> {
  const keys = accounts.map(({ workchain, accountHex, lt }) => ({
    workchain,
    account: Buffer.from(accountHex, 'hex'),
    lt,
  }));
  const rows = await store.select(
    columns,
    `SELECT ${columnsSql(columns)} FROM contract_interfaces WHERE ${transactionKeysCondition(keys)}`,
  );
  return groupedBy(rows, ({ workchain, account, lt }) => stateText({ workchain, accountHex: hexOf(account), lt }));
}

/** Reads the newest rows at a watermark, by `accountAtKeyText`. */
async function readOlder(store: ReadingStore, accounts: readonly AccountAt[]): Promise<Found> {
  const found = new Map<string, readonly TokenRow[]>();
  // There is seldom more than one watermark, because look-ups wait only milliseconds.
  for (const indexedSeqno of new Set(accounts.map((account) => account.indexedSeqno))) {
    const some = accounts.filter((account) => account.indexedSeqno === indexedSeqno);
    const isVisible = `${accountsCondition(some)} AND mc_block_seqno <= ${Math.max(indexedSeqno, 0)}`;
    const rows = await store.select(
      columns,
      `SELECT ${columnsSql(columns)} FROM contract_interfaces
       WHERE (workchain, account, lt) IN (
         SELECT workchain, account, max(lt) FROM contract_interfaces WHERE ${isVisible} GROUP BY workchain, account)`,
    );
    const byAccount = groupedBy(rows, ({ workchain, account }) =>
      accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno }),
    );
    for (const [keyText, ofAccount] of byAccount) found.set(keyText, ofAccount);
  }
  return found;
}

function memoryOf(rows: readonly TokenRow[]): number {
  const texts = rows.reduce(
    (sum, { uriText, contentText }) => sum + 2 * ((uriText?.length ?? 0) + (contentText?.length ?? 0)),
    0,
  );
  return KEY_BYTES + rows.length * ROW_BYTES + texts;
}

const tokenKinds: ReadonlySet<string> = new Set(['jetton_wallet', 'jetton_master', 'nft_item', 'nft_collection']);

/**
 * Of one state the rows of the newest rules count. What a contract says of itself counts only if the one that must know
 * it says so too.
 */
function tokensOf(rows: readonly TokenRow[]): readonly TokenRow[] {
  const generation = rows.reduce((most, row) => Math.max(most, row.generation), 0);
  const ofKind = new Map(
    rows
      .filter((row) => row.generation === generation && tokenKinds.has(row.kind))
      .filter(({ confirmation }) => confirmation === 'own' || confirmation === 'confirmed')
      .map((row) => [row.kind, { ...row, account: Uint8Array.from(row.account) }]),
  );
  return [...ofKind.values()];
}
