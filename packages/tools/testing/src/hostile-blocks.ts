import { Bag, Cell, CellBuilder, merkleUpdate, writeBag } from '@tonriver/boc';
import { loadBlock, loadMerkleUpdate } from '@tonriver/chain-model';

/** Of a `Block` and of a `ShardStateUnsplit`. */
const stateUpdatePosition = 2;
const accountsPosition = 1;
/** `split_depth:(#<= 30)` and no grams of any currency. */
const noBalanceBits = 5 + 4 + 1;

/**
 * Returns a well-formed block with right hashes whose state update shows only 2^`forks` pruned branches of the accounts
 * after it. No chain contains such a block, but the log may.
 */
export function withPrunedAccounts(boc: Uint8Array, forks: number): Uint8Array {
  const bag = Bag.parse(boc);
  const { oldRoot, newRoot } = loadMerkleUpdate(bag, loadBlock(bag).stateUpdate);
  const accounts = new CellBuilder().storeBit(1).storeRef(prunedDictionary(forks)).storeUint(0, noBalanceBits);
  const state = withRef(bag.toCell(newRoot), accountsPosition, accounts.endCell());
  const update = merkleUpdate(bag.toCell(oldRoot), state);
  return writeBag([withRef(bag.toCell(bag.root), stateUpdatePosition, update)]);
}

/** Returns a dictionary of that depth with a different pruned branch in place of every leaf. */
function prunedDictionary(forks: number): Cell {
  let layer = Array.from({ length: 2 ** forks }, (_, index) => {
    const hash = Buffer.alloc(32);
    hash.writeUInt32BE(index + 1);
    return new CellBuilder().storeUint(0x0101, 16).storeBytes(hash).storeUint(0, 16).endExotic('pruned');
  });
  for (let fork = 0; fork < forks; fork++) {
    layer = Array.from({ length: layer.length / 2 }, (_, index) =>
      new CellBuilder()
        .storeUint(0, 2)
        .storeUint(0, noBalanceBits)
        .storeRef(layer[2 * index] as Cell)
        .storeRef(layer[2 * index + 1] as Cell)
        .endCell(),
    );
  }
  return layer[0] as Cell;
}

function withRef(cell: Cell, position: number, ref: Cell): Cell {
  const { bits, bitLength, type } = cell;
  return new Cell({ bits, bitLength, type, refs: cell.refs.map((old, index) => (index === position ? ref : old)) });
}
