import { blockKeyText, type ListedBlockSource, masterchainKey } from '@tonriver/chain-source';
import type { FetchRoundsOptions } from './fetch-rounds.ts';
import { FetchError } from './fetch-error.ts';

/** Returns the requested rounds of a source that has ended. @throws {FetchError} when the source lacks their ends */
export function seqnosToFetch(source: ListedBlockSource, options: FetchRoundsOptions): readonly number[] {
  const { from, to } = options;
  const all = source.masterchainSeqnos();
  const wanted = all.filter((seqno) => seqno >= (from ?? 0) && seqno <= (to ?? Number.MAX_SAFE_INTEGER));
  if (all.length === 0 && source.keys().length === 0) {
    throw new FetchError('nothing_to_fetch', 'The source has no block. Check the paths');
  }
  refuseEmptyRange(options);
  const range = all.length === 0 ? 'no masterchain block' : `masterchain blocks ${all[0]} … ${all.at(-1)}`;
  if (wanted.length === 0 && (from !== undefined || to !== undefined)) {
    throw new FetchError('nothing_to_fetch', `The source has no masterchain block in the range; it has ${range}`);
  }
  for (const end of [from, to]) {
    if (end === undefined || wanted.includes(end)) continue;
    const block = blockKeyText(masterchainKey(end));
    throw new FetchError(
      'missing_block',
      `Masterchain block ${block}, an end of the requested range, is missing; the source has ${range}`,
      { block },
    );
  }
  return wanted;
}

/** @throws {FetchError} when `to` is less than `from` */
export function refuseEmptyRange({ from, to }: FetchRoundsOptions): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new FetchError('nothing_to_fetch', `The requested range is empty: it starts at ${from} and ends at ${to}`, {
    from,
    to,
  });
}
