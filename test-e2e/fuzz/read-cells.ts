import { Bag, type Cell, hashRemainder, serializeRemainder, serializeTree, writeBag } from '@tonriver/boc';
import { equalBytes } from '@tonriver/chain-model';
import type { Attempt } from './attempt.ts';

/** A reader gave a wrong result without an error. */
export class WrongResult extends Error {}

export function ensureEqual(what: string, found: Uint8Array, expected: Uint8Array): void {
  if (!equalBytes(found, expected)) throw new WrongResult(`${what} has another hash than it should have`);
}

/** Everything that can be done with a bag whose cells mean nothing: hash all, one by one and in batches, and write. */
export function readCells(attempt: Attempt, bag: Bag): void {
  const isHashed = attempt('hash all', () => {
    bag.hashAll();
    return true;
  });
  for (const root of new Set(bag.roots.slice(0, 4))) readTree(attempt, bag, root, isHashed === true);
}

function readTree(attempt: Attempt, bag: Bag, root: number, isHashed: boolean): void {
  const cell = attempt('heap cells', () => bag.toCell(root));
  const bytes = attempt('serialise', () => serializeTree(bag, root));
  if (isHashed && (cell === undefined || bytes === undefined)) {
    throw new WrongResult('A bag whose hashes are right cannot be written');
  }
  attempt('remainder', () => {
    const slice = bag.exoticSlice(root);
    if (slice.remainingBits > 0) slice.skipBits(1);
    ensureEqual('A remainder', hashOfWritten(serializeRemainder(slice)), hashRemainder(slice));
  });
  if (cell === undefined || bytes === undefined) return;
  const hash = bag.hash(root);
  ensureEqual('A heap cell', cell.hash(), hash);
  ensureEqual('A tree that was written', hashOfWritten(bytes), hash);
  if (bag.cellCount < 400) ensureEqual('A written bag', hashOfWritten(writeBag([cell])), hash);
}

function hashOfWritten(bytes: Uint8Array): Uint8Array {
  const bag = Bag.parse(bytes);
  return bag.hash(bag.root);
}

/** Checks that fields which claim to hold everything give the identical cell when they are stored. */
export function ensureStoresAlike(what: string, stored: Cell, expected: Uint8Array): void {
  ensureEqual(`${what} with canonical encoding, stored again,`, stored.hash(), expected);
}
