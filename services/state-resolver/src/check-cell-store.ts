import type { CellStore } from '@tonriver/cell-store';
import { hashToHex, type Network } from '@tonriver/chain-model';
import { type InitialState, unnamedStateError } from './initial-states.ts';
import type { ResolvedRange } from './resolved-range.ts';
import { StateResolverError } from './state-resolver-error.ts';

/**
 * Checks that the cells in a store are of the network. A new store is marked with it.
 *
 * @throws {StateResolverError} `wrong_network`
 */
export function checkNetwork(cells: CellStore, { name, zeroStateRootHash }: Network): void {
  const own = `${name} ${hashToHex(zeroStateRootHash)}`;
  const found = cells.record('network');
  if (found === undefined) {
    cells.putRecord('network', Buffer.from(own));
    return;
  }
  const other = Buffer.from(found).toString('utf8');
  if (other !== own) {
    throw new StateResolverError('wrong_network', `The cell store is of ${other}, not of ${own}`, { other, own });
  }
}

/**
 * Checks that no round after an initial state is resolved yet.
 *
 * @throws {StateResolverError} `initial_state_late`
 */
export function checkNotLate(ranges: readonly ResolvedRange[], initial: InitialState): void {
  const { workchain, shard, seqno, origin } = initial;
  const isLate =
    seqno === 0 || workchain === -1
      ? ranges.some(({ first, last }) => first <= seqno + 1 && seqno + 1 <= last)
      : ranges.some(({ tops }) =>
          tops.some((top) => top.workchain === workchain && top.shard === shard && top.seqno > seqno),
        );
  if (!isLate) return;
  const { message } = unnamedStateError(origin, 'the rounds after it are resolved already');
  throw new StateResolverError('initial_state_late', `${message}; to use it, begin with an empty directory`, {
    file: origin,
  });
}
