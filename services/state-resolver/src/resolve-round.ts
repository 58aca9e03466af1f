import { hashToHex } from '@tonriver/chain-model';
import { applyRound, type ApplyRoundDependencies, type ReadRound } from './apply-round.ts';
import { addRecordRows, addToRecords } from './block-record.ts';
import { askSource, type StateSource } from './ask-source.ts';
import { type AccountAfter, isUnresolved } from './resolve-account.ts';
import type { ResolvedRange } from './resolved-range.ts';

/** Applies a round, asks the source for what it left open, and only then says what is not known and what was done. */
export async function resolveRound(
  dependencies: ApplyRoundDependencies,
  source: StateSource | undefined,
  range: ResolvedRange,
  round: ReadRound,
): Promise<void> {
  const { store, rows, onUnresolved } = dependencies;
  const { lineage } = range;
  const open: { readonly what: 'code' | 'data'; readonly account: AccountAfter }[] = [];
  const note = (what: 'code' | 'data', account: AccountAfter): void => void open.push({ what, account });
  const records = await applyRound({ ...dependencies, onUnresolved: note }, range, round);
  if (source !== undefined && open.length > 0) {
    // Of an account with several blocks in the round the last state is the one at its end.
    const accounts = new Map(open.map(({ account }) => [nameOf(account), account])).values();
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

function nameOf({ workchain, account }: AccountAfter): string {
  return `${workchain}:${hashToHex(account)}`;
}
