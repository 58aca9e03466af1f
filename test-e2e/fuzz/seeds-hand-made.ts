import { Bag, Cell, CellBuilder, merkleUpdate, prunedBranch, sha256, writeBag } from '@tonriver/boc';
import { libraryReference, merkleProof } from '@tonriver/boc/testing';
import { createRandom, type Random } from '@tonriver/chain-builder';
import { generateWorkload } from '@tonriver/chain-workload';
import { cellOf, loadShardState, storeTransaction } from '@tonriver/chain-model';
import { resolveShardState, storeSplitState } from '@tonriver/chain-model/testing';
import { bombSeeds } from './seeds-bombs.ts';
import type { SeedBytes, SeedKind } from './corpus.ts';
import { handMadeTransactions } from './hand-made-transactions.ts';
import { pruneSome } from './prune-some.ts';

const seed = (name: string, kind: SeedKind, ...roots: Cell[]): SeedBytes => ({
  name: `hand-made ${name}`,
  kind,
  group: 'hand-made',
  bytes: writeBag(roots),
});

/** Returns what recorded and built blocks lack: nested proofs, all levels, libraries, all kinds of transactions. */
export function handMadeSeeds(): SeedBytes[] {
  const { masterchain, basechain } = generateWorkload({ seed: 'fuzz states', rounds: 0, accounts: 6 }).zeroStates;
  const [masterState, baseState] = [masterchain, basechain].map(({ boc }) => cellFrom(boc)) as [Cell, Cell];
  const transactions = handMadeTransactions().map(({ name, parts }) =>
    seed(name, 'transaction', cellOf(storeTransaction, parts)),
  );
  const random = createRandom('fuzz exotic cells');
  const trees = Array.from({ length: 60 }, (_, index) => seed(`exotic cells ${index}`, 'cells', exoticTree(random)));
  return [
    ...bombSeeds(),
    ...transactions,
    ...trees,
    ...proofsOf(masterState, 'masterchain state'),
    ...proofsOf(baseState, 'basechain state'),
    seed('split state', 'state', splitState(basechain.boc)),
    seed('update from one state to another', 'cells', updateOf(baseState, masterState, 1)),
    seed('several roots', 'cells', masterState, baseState, Cell.empty, libraryReference(baseState.hash())),
  ];
}

function cellFrom(bytes: Uint8Array): Cell {
  const bag = Bag.parse(bytes);
  return bag.toCell(bag.root);
}

function splitState(bytes: Uint8Array): Cell {
  const bag = Bag.parse(bytes);
  const half = resolveShardState(bag, loadShardState(bag, bag.root));
  return cellOf(storeSplitState, { left: half, right: { ...half, seqno: 7 } });
}

function proofsOf(root: Cell, name: string): SeedBytes[] {
  return [2, 3, 5].flatMap((every) => {
    const isPruned = (depth: number, index: number): boolean => depth > 1 && index % every === 0;
    const once = pruneSome(root, 1, isPruned);
    // A proof of a tree that holds a proof: what is pruned inside belongs to the second level.
    const inner = merkleProof(pruneSome(root, 2, isPruned));
    const outer = new CellBuilder().storeUint(every, 8).storeRef(inner).storeRef(once).endCell();
    return [
      seed(`proof of ${name}, every ${every} pruned`, 'merkle proof', merkleProof(once)),
      seed(`nested proof of ${name}, every ${every} pruned`, 'cells', merkleProof(outer)),
    ];
  });
}

function updateOf(from: Cell, to: Cell, merkleDepth: number): Cell {
  const isPruned = (depth: number, index: number): boolean => depth > 2 && index % 2 === 0;
  return merkleUpdate(pruneSome(from, merkleDepth, isPruned), pruneSome(to, merkleDepth, isPruned));
}

const treeCells = 36;

/** Cells of all types and levels over shared children; the last one made is the root. */
function exoticTree(random: Random): Cell {
  const made: Cell[] = [Cell.empty];
  const recent = (): Cell => made[Math.max(0, made.length - 1 - random.below(5))] as Cell;
  while (made.length < treeCells) made.push(exoticCell(random, recent));
  return made.at(-1) as Cell;
}

function exoticCell(random: Random, recent: () => Cell): Cell {
  const kind = random.below(12);
  const first = recent();
  if (kind === 0) return libraryReference(sha256(random.bytes(4)));
  if (kind === 1) return merkleProof(first);
  if (kind === 2) return merkleUpdate(first, recent());
  const lowest = 32 - Math.clz32(first.levelMask) + 1;
  if (kind < 6 && lowest <= 3) return prunedBranch(first, random.between(lowest, 3));
  const bitLength = random.below(1024);
  const refs = Array.from({ length: random.below(5) }, recent);
  return new Cell({ bits: random.bytes(128), bitLength, refs });
}
