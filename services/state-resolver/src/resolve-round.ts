import { hashToHex } from '@tonriver/chain-model';
import { applyRound, type ApplyRoundDependencies, type ChosenRound } from './apply-round.ts';
import { addRecordRows, addToRecords } from './block-record.ts';
import { askSource, type StateSource } from './ask-source.ts';
import { type AccountAfter, isUnresolved } from './resolve-account.ts';
import type { ResolvedRange } from './resolved-range.ts';

/**
 * Applies a round, and asks the source of accounts for what could not be resolved. Only then reports what is still not
 * known, and writes the records of the blocks.
 */
export async function resolveRound(
  dependencies: ApplyRoundDependencies,
  source: StateSource | undefined,
  range: ResolvedRange,
  round: ChosenRound,
): Promise<void> {
  const { store, rows, onUnresolved } = dependencies;
  const { lineage } = range;
  const open: { readonly what: 'code' | 'data'; readonly account: AccountAfter }[] = [];
  const note = (what: 'code' | 'data', account: AccountAfter): void => void open.push({ what, account });
  const records = await applyRound({ ...dependencies, onUnresolved: note }, range, round);
  if (source !== undefined && open.length > 0) {
    // Of several states of an account in the round the last counts: the source answers for the end of the round.
    const accounts = new Map(open.map(({ account }) => [accountKey(account), account])).values();
    const quiet = { ...dependencies, onUnresolved: () => undefined };
    for (const { after, written } of await askSource(quiet, source, lineage, { round: round.seqno, accounts })) {
      addToRecords(records, after.workchain, after, written);
    }
  }
  for (const { what, account } of open) {
    if (isUnresolved({ store, lineage }, what, account)) onUnresolved(what, account);
  }
  const { first: rangeSeqno, isComplete } = range;
  for (const record of records) addRecordRows(rows, record, { rangeSeqno, isComplete });
}

function accountKey({ workchain, account }: AccountAfter): string {
  return `${workchain}:${hashToHex(account)}`;
}
