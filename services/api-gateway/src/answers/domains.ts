import { rawAddress } from '@tonriver/api-model';
import { accountAtKeyText, accountInStateKeyText, type TokenRow, type VisibleRounds } from '@tonriver/chain-reader';
import type { AnswerReader } from './answer-reader.ts';
import { attributesOf } from './token-metadata.ts';

interface Account {
  readonly workchain: number;
  /** Upper-case hexadecimal. */
  readonly accountHex: string;
}

/** A domain that may lead to an account. */
interface Candidate {
  readonly address: string;
  readonly name: string;
  readonly item: Account;
}

/**
 * Returns the shortest domain of accounts, by raw address: one whose item the account owns and whose record `wallet`
 * names it, both at the watermark. Accounts without one are left out.
 *
 * Access path: `domain_names` by account, for the few that are known to have some; of those domains the newest states
 * of the items, as for metadata.
 */
export async function readDomains(
  reader: Pick<AnswerReader, 'accountCodes' | 'domainNames' | 'tokens'>,
  accounts: readonly Account[],
  { indexedSeqno }: Pick<VisibleRounds, 'indexedSeqno'>,
): Promise<ReadonlyMap<string, string>> {
  const places = await reader.domainNames(accounts);
  const candidates = accounts.flatMap(({ workchain, accountHex }, index) =>
    places[index]!.map(({ name, item }): Candidate => ({ address: rawAddress(workchain, accountHex), name, item })),
  );
  if (candidates.length === 0) return new Map();
  const codes = await reader.accountCodes.getMany(
    candidates.map(({ item }) => accountAtKeyText({ ...item, indexedSeqno })),
  );
  const visible = candidates.flatMap((candidate, index) => {
    const state = codes[index];
    return state === undefined || state.codeHash === null ? [] : [{ candidate, lt: state.lt }];
  });
  const tokens = await reader.tokens.getMany(
    visible.map(({ candidate: { item }, lt }) => accountInStateKeyText({ ...item, indexedSeqno, lt })),
  );
  const found = new Map<string, string>();
  for (const [index, { candidate }] of visible.entries()) {
    const { address, name } = candidate;
    // The candidates of an account come shortest first.
    if (!found.has(address) && tokens[index]?.some((row) => leadsTo(row, candidate)) === true) found.set(address, name);
  }
  return found;
}

function leadsTo({ kind, ownerText, addressesText, contentText }: TokenRow, { address, name }: Candidate): boolean {
  if (kind !== 'nft_item' || ownerText !== address || addressesText !== address) return false;
  return contentText !== null && attributesOf(contentText)?.['domain'] === name;
}
