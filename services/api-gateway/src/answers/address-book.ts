import { rawAddress, userFriendlyAddress } from '@tonriver/api-model';
import {
  accountAtKeyText,
  type Finality,
  hexOf,
  isStored,
  type NewestState,
  type TransactionKey,
  type TransactionRecord,
  type VisibleRounds,
} from '@tonriver/chain-reader';
import { readDomains } from './domains.ts';
import type { JsonText } from './json-text.ts';
import { knownInterfacesOf } from './known-interfaces.ts';
import { addressOf } from './message.ts';
import { isWalletCode } from './wallet-codes.ts';
import type { AnswerReader } from './answer-reader.ts';

const RAW = /^(-?\d+):([0-9A-F]{64})$/;

/** A transaction, and the addresses of it that belong into the address book. */
export interface Addressed {
  readonly key: TransactionKey;
  readonly addresses: readonly string[];
  readonly finality: Finality;
}

/** Returns its account, the source of its incoming message, and the destinations of its outgoing ones. */
export function addressesOf({ transaction, inMessage, outMessages }: TransactionRecord): readonly string[] {
  const addresses: (string | null)[] = [rawAddress(transaction.workchain, hexOf(transaction.account))];
  if (inMessage !== undefined) {
    const { sourceType, sourceWorkchain, sourceAccount, sourceText } = inMessage;
    addresses.push(addressOf(sourceType, sourceWorkchain, sourceAccount, sourceText));
  }
  for (const { destinationType, destinationWorkchain, destinationAccount, destinationText } of outMessages) {
    addresses.push(addressOf(destinationType, destinationWorkchain, destinationAccount, destinationText));
  }
  return [...new Set(addresses.filter((address) => address !== null))];
}

/** At which watermark, and for which network, an address book is made. */
export interface AddressBookScope {
  readonly visible: VisibleRounds;
  readonly isTestnet: boolean;
}

/** A row of the address book. */
export interface AddressBookRow {
  readonly user_friendly: string | null;
  readonly domain: string | null;
  readonly interfaces: readonly string[];
}

/**
 * Prints a row for each address of transactions, sorted by key.
 *
 * @throws {HoleError} when an account of a transaction has no state that is at least as new
 */
export async function addressBookOf(
  reader: Pick<AnswerReader, 'accountCodes' | 'requiredRows' | 'domainNames' | 'tokens'>,
  transactions: readonly Addressed[],
  scope: AddressBookScope,
): Promise<JsonText> {
  const addresses = transactions.flatMap((transaction) => transaction.addresses);
  const states = await readNewestStates(reader, addresses, scope.visible);
  // Every account with a transaction in the answer has a state that is at least as new.
  const stateless = transactions.filter(isStored).filter(({ key: { workchain, account, lt } }) => {
    const state = states.get(rawAddress(workchain, hexOf(account)))?.state;
    return state === undefined || state.lt < lt;
  });
  const keysOfStateless = stateless.map(({ key }) => key);
  await reader.requiredRows.checkMissing('latest_account_states', 'transactions', keysOfStateless, scope.visible);
  return addressBookText(await addressBookRows(reader, states, scope));
}

/** Prints rows by their key, sorted. */
export function addressBookText(rows: ReadonlyMap<string, AddressBookRow>): JsonText {
  const sorted = [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return [`{${sorted.map(([key, row]) => `${JSON.stringify(key)}:${JSON.stringify(row)}`).join(',')}}`];
}

/**
 * Returns a row for each printed address.
 *
 * The user-friendly form is bounceable if the newest visible state of the account has code other than a plain wallet's.
 * Interfaces are those that the hash of the code proves. Domains: see `readDomains`.
 */
export async function addressBookRows(
  reader: Pick<AnswerReader, 'accountCodes' | 'domainNames' | 'tokens'>,
  states: StatesOfAddresses,
  { visible, isTestnet }: AddressBookScope,
): Promise<ReadonlyMap<string, AddressBookRow>> {
  const accounts = [...states.values()].flatMap(({ account }) => (account === undefined ? [] : [account]));
  const domains = await readDomains(reader, accounts, visible);
  return new Map(
    [...states].map(([address, { state }]) => {
      const domain = domains.get(address) ?? null;
      return [address, addressBookRowOf(address, { codeHash: state?.codeHash, domain }, isTestnet)];
    }),
  );
}

/** A printed address, and the newest visible state of its account. */
interface StateOfAddress {
  /** Undefined for an address that is no account. */
  readonly account: { readonly workchain: number; readonly accountHex: string } | undefined;
  readonly state: NewestState | undefined;
}

/** By printed address. */
export type StatesOfAddresses = ReadonlyMap<string, StateOfAddress>;

/** Returns the newest visible states of printed addresses, in their order. */
export async function readNewestStates(
  reader: Pick<AnswerReader, 'accountCodes'>,
  addresses: readonly string[],
  { indexedSeqno }: Pick<VisibleRounds, 'indexedSeqno'>,
): Promise<StatesOfAddresses> {
  const accounts = [...new Set(addresses)].map((address) => {
    const [, workchain, accountHex = ''] = RAW.exec(address) ?? [];
    return { address, account: workchain === undefined ? undefined : { workchain: Number(workchain), accountHex } };
  });
  const asked = accounts.flatMap(({ account }) => (account === undefined ? [] : [{ ...account, indexedSeqno }]));
  const found = await reader.accountCodes.getMany(asked.map(accountAtKeyText));
  const states = found[Symbol.iterator]();
  return new Map(
    accounts.map(({ address, account }) => [
      address,
      { account, state: account === undefined ? undefined : (states.next().value as NewestState | undefined) },
    ]),
  );
}

/** What the row of an address is made from. */
interface KnownOfAddress {
  /** Null or undefined: no code. */
  readonly codeHash: Uint8Array | null | undefined;
  readonly domain: string | null;
}

/** Returns the row of a printed address. */
function addressBookRowOf(address: string, { codeHash, domain }: KnownOfAddress, isTestnet: boolean): AddressBookRow {
  const raw = RAW.exec(address);
  const userFriendly =
    raw === null
      ? 'addr_none'
      : userFriendlyAddress({
          workchain: Number(raw[1]),
          accountHex: raw[2] ?? '',
          isBounceable: codeHash !== null && codeHash !== undefined && !isWalletCode(codeHash),
          isTestnet,
        });
  return { user_friendly: userFriendly ?? null, domain, interfaces: knownInterfacesOf(codeHash) };
}
