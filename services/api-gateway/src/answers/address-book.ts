import { rawAddress, userFriendlyAddress } from '@tonriver/api-model';
import { accountAtKeyText, type NewestState } from '../reading/account-codes.ts';
import { hexOf } from '../reading/bytes.ts';
import type { ChainReader } from '../reading/chain-reader.ts';
import type { VisibleRounds } from '../reading/required-rows.ts';
import type { TransactionKey } from '../reading/transaction-key.ts';
import type { TransactionRecord } from '../reading/transaction-records.ts';
import type { JsonText } from './json-text.ts';
import { addressOf } from './message.ts';
import { isWalletCode } from './wallet-codes.ts';

const RAW = /^(-?\d+):([0-9A-F]{64})$/;

/** A transaction, and the addresses of it that belong into the address book. */
export interface Addressed {
  readonly key: TransactionKey;
  readonly addresses: readonly string[];
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

/**
 * Prints a row for each address in an answer, sorted by key.
 *
 * The user-friendly form is bounceable if the newest visible state of the account has code other than a plain wallet's.
 * Domains and interfaces are not implemented yet: null and empty.
 */
export async function addressBookOf(
  reader: Pick<ChainReader, 'accountCodes' | 'requiredRows'>,
  transactions: readonly Addressed[],
  { visible, isTestnet }: { readonly visible: VisibleRounds; readonly isTestnet: boolean },
): Promise<JsonText> {
  const { indexedSeqno } = visible;
  const sorted = [...new Set(transactions.flatMap(({ addresses }) => addresses))].sort();
  const accounts = sorted.map((address) => RAW.exec(address));
  const keys = accounts.map((match) =>
    match === null
      ? undefined
      : accountAtKeyText({ workchain: Number(match[1]), accountHex: match[2] ?? '', indexedSeqno }),
  );
  const asked = keys.filter((key) => key !== undefined);
  const codes = await reader.accountCodes.getMany(asked);
  const stateOf = new Map(asked.map((key, index) => [key, codes[index]]));
  // Every account with a transaction in the answer has a state that is at least as new.
  const stateless = transactions.filter(({ key: { workchain, account, lt } }) => {
    const state = stateOf.get(accountAtKeyText({ workchain, accountHex: hexOf(account), indexedSeqno }));
    return state === undefined || state.lt < lt;
  });
  const keysOfStateless = stateless.map(({ key }) => key);
  await reader.requiredRows.checkMissing('latest_account_states', 'transactions', keysOfStateless, visible);
  const rows = sorted.map((address, index) =>
    rowText(address, accounts[index], stateOf.get(keys[index] ?? ''), isTestnet),
  );
  return [Buffer.from(`{${rows.join(',')}}`)];
}

/** Rows by the state that they were printed from, for as long as that is remembered. All are of one network. */
const printed = new WeakMap<NewestState, string>();

function rowText(
  address: string,
  raw: RegExpExecArray | null | undefined,
  state: NewestState | undefined,
  isTestnet: boolean,
): string {
  const known = state === undefined ? undefined : printed.get(state);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(address)}:${JSON.stringify(addressBookRow(raw, state?.codeHash ?? undefined, isTestnet))}`;
  if (state !== undefined) printed.set(state, text);
  return text;
}

function addressBookRow(raw: RegExpExecArray | null | undefined, codeHash: Uint8Array | undefined, isTestnet: boolean) {
  const userFriendly =
    raw === null || raw === undefined
      ? 'addr_none'
      : userFriendlyAddress({
          workchain: Number(raw[1]),
          accountHex: raw[2] ?? '',
          isBounceable: codeHash !== undefined && !isWalletCode(codeHash),
          isTestnet,
        });
  return { user_friendly: userFriendly ?? null, domain: null, interfaces: [] };
}
