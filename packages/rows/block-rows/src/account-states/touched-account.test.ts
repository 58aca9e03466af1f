import { describe, expect, it } from '@jest/globals';
import { Bag, type Cell, CellBuilder } from '@tonriver/boc';
import { ChainModelError, storeHashUpdate, type Transaction } from '@tonriver/chain-model';
import { addToTouchedAccounts, checkStateUpdate, type TouchedAccount } from './touched-account.ts';

const bytes = (fill: number) => new Uint8Array(32).fill(fill);

/** A transaction with the fields that are read, which changes one state to another. */
function step(account: number, oldState: number, newState: number): Transaction {
  const fields = { accountHash: bytes(account), lt: BigInt(newState) };
  return { ...fields, oldStateHash: bytes(oldState), newStateHash: bytes(newState) } as unknown as Transaction;
}

function updateCell(oldState: number, newState: number, more = 0): Cell {
  const builder = new CellBuilder();
  storeHashUpdate(builder, { oldHash: bytes(oldState), newHash: bytes(newState) });
  return builder.storeUint(0, more).endCell();
}

describe('addToTouchedAccounts', () => {
  it('keeps the first and last transaction of an account, and refuses one that starts with another state', () => {
    const touched: TouchedAccount[] = [];
    addToTouchedAccounts(touched, step(1, 10, 11), bytes(91), 5);
    addToTouchedAccounts(touched, step(1, 11, 12), bytes(92), 5);
    addToTouchedAccounts(touched, step(2, 20, 21), bytes(93), 6);
    expect(
      touched.map(({ first, last, lastHash, stateUpdate }) => [first.lt, last.lt, lastHash[0], stateUpdate]),
    ).toEqual([
      [11n, 12n, 92, 5],
      [21n, 21n, 93, 6],
    ]);
    expect(() => addToTouchedAccounts(touched, step(2, 20, 22), bytes(94), 6)).toThrow(ChainModelError);
  });

  it('keeps states by which a state update that contradicts the transactions is refused', () => {
    const touched: TouchedAccount[] = [];
    addToTouchedAccounts(touched, step(1, 10, 11), bytes(91), 0);
    addToTouchedAccounts(touched, step(1, 11, 12), bytes(92), 0);
    const check = (cell: Cell) => () => checkStateUpdate(Bag.of(cell), touched[0]!);
    expect(check(updateCell(10, 12))).not.toThrow();
    for (const wrong of [updateCell(10, 11), updateCell(11, 12), updateCell(10, 12, 1)]) {
      expect(check(wrong)).toThrow(ChainModelError);
    }
  });
});
