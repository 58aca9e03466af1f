import { type AccountSource, AccountSourceError } from '@tonriver/chain-source';
import { Bag } from '@tonriver/boc';
import { equalBytes, hashToHex, loadShardAccount } from '@tonriver/chain-model';
import { readingFaultOf } from '@tonriver/errors';
import type { ApplyBlockDependencies } from './apply-block.ts';
import { shownTrees, type ShownTree } from './decode-block.ts';
import { type AccountAfter, type AccountWritten, resolveAccount } from './resolve-account.ts';

/** The calls of a source of accounts that are used here. */
export type StateSource = Pick<AccountSource, 'point' | 'account'>;

/**
 * Asks a source for the accounts of a round whose code or data could not be put together, each once in a range. An
 * answer counts only when its hashes are those in the block. An account that the source does not know stays unresolved.
 *
 * @returns what was written
 */
export async function askSource(
  dependencies: ApplyBlockDependencies,
  source: StateSource,
  lineage: readonly number[],
  { round, accounts }: { readonly round: number; readonly accounts: Iterable<AccountAfter> },
): Promise<{ readonly after: AccountAfter; readonly written: AccountWritten }[]> {
  const { store } = dependencies;
  const learned: { readonly after: AccountAfter; readonly written: AccountWritten }[] = [];
  for (const account of accounts) {
    const key = `asked/${lineage[0] ?? 0}/${account.workchain}/${hashToHex(account.account)}`;
    if (store.record(key) !== undefined) continue;
    const answer = await shardAccountOf(source, account, round);
    if (answer === 'later') continue;
    store.putRecord(key, Buffer.from(String(round)));
    const written = answer === undefined ? undefined : useAnswer(dependencies, lineage, account, answer);
    if (written !== undefined) learned.push({ after: account, written });
  }
  return learned;
}

/** Returns undefined when there is no answer, and `later` when the same question may be answered another time. */
async function shardAccountOf(
  source: StateSource,
  { workchain, account }: AccountAfter,
  round: number,
): Promise<Uint8Array | 'later' | undefined> {
  try {
    const point = await source.point(round);
    if (point === undefined) return undefined;
    const found = await source.account({ workchain, hash: account }, point);
    return found?.shardAccountBoc;
  } catch (error) {
    if (!(error instanceof AccountSourceError)) throw error;
    return error.isRetryable ? 'later' : undefined;
  }
}

function useAnswer(
  dependencies: ApplyBlockDependencies,
  lineage: readonly number[],
  account: AccountAfter,
  boc: Uint8Array,
): AccountWritten | undefined {
  const read = readTrees(account, boc);
  if (read === undefined) return undefined;
  const { bag, code, data } = read;
  for (const tree of [code, data]) {
    if (tree !== null) dependencies.store.add(bag, tree.cell, { shown: () => undefined });
  }
  return resolveAccount({ ...dependencies, lineage }, account);
}

/** Returns code and data from the source, if they are those after the block. */
function readTrees(account: AccountAfter, boc: Uint8Array) {
  try {
    const bag = Bag.parse(boc);
    bag.hashAll();
    const { account: cell } = loadShardAccount(bag.slice(bag.root));
    const { code, data } = shownTrees(bag, account.workchain, account.account, cell);
    const isSame = isTree(code, account.codeHash) && isTree(data, account.dataHash);
    return isSame ? { bag, code, data } : undefined;
  } catch (error) {
    readingFaultOf(error);
    return undefined;
  }
}

function isTree(tree: ShownTree | null, hash: Uint8Array | null): boolean {
  return tree === null || hash === null ? tree === hash : equalBytes(tree.hash, hash);
}
