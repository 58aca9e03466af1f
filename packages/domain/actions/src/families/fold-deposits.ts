import { Block } from '../engine/block.ts';
import type { BlockType } from '../engine/block-type.ts';
import type { TraceNode } from '../trace/trace-node.ts';
import { type Deposit, depositContent } from './deposit.ts';
import { foldedDedustDeposit } from './dedust-liquidity.ts';

/**
 * Joins the two deposits of a pair: that of the first asset, which only waited, and that of the second, which reached
 * the pool. They belong together by the account that waited.
 */
export function foldDeposits(blocks: readonly Block[]): readonly Block[] {
  return foldPairs(foldPairs(blocks, dedust), dedustV2);
}

/** How the deposits of an exchange are joined. */
interface Pairing {
  readonly partialType: BlockType;
  readonly finalType: BlockType;
  readonly fold: (final: Deposit, partial: Deposit) => Deposit;
}

const dedust: Pairing = {
  partialType: 'dedust_deposit_liquidity_partial',
  finalType: 'dedust_deposit_liquidity',
  fold: foldedDedustDeposit,
};

const dedustV2: Pairing = {
  partialType: 'dedust_v2_deposit_liquidity_partial',
  finalType: 'dedust_v2_deposit_liquidity',
  fold: foldedDedustV2Deposit,
};

function foldPairs(blocks: readonly Block[], { partialType, finalType, fold }: Pairing): readonly Block[] {
  const partials = blocks.filter(({ type }) => type === partialType);
  if (partials.length === 0) return blocks;
  const finals = blocks.filter(({ type }) => type === finalType);
  // More than two for one account: nobody can tell which belong together, so nothing is joined.
  if (hasCrowd([...partials, ...finals])) return blocks;
  const open = new Map(partials.map((block) => [depositOf(block).contract, block]));
  const folded = new Map<Block, Block | null>();
  for (const final of finals) {
    const { contract } = depositOf(final);
    const partial = open.get(contract);
    if (partial === undefined) continue;
    open.delete(contract);
    folded.set(partial, null);
    folded.set(final, joined(final, partial, fold(depositOf(final), depositOf(partial))));
  }
  return blocks.flatMap((block) => {
    const instead = folded.get(block);
    if (instead === undefined) return [block];
    return instead === null ? [] : [instead];
  });
}

function depositOf(block: Block): Deposit {
  return block.data as Deposit;
}

function hasCrowd(blocks: readonly Block[]): boolean {
  const counts = new Map<string | null, number>();
  for (const block of blocks) {
    const { contract } = depositOf(block);
    const count = (counts.get(contract) ?? 0) + 1;
    if (count > 2) return true;
    counts.set(contract, count);
  }
  return false;
}

function joined(final: Block, partial: Block, deposit: Deposit): Block {
  const { isFailed, isBroken, extraAccounts: accounts } = final;
  const content = { ...depositContent(final.type, deposit), isFailed, isBroken, accounts };
  const deployed = new Set([...final.deployedAccounts, ...partial.deployedAccounts]);
  const block = new Block(content, nodesOf(final, partial), deployed);
  block.children = [...final.children, ...partial.children];
  return block;
}

/** The nodes of the deposit that reached the pool come first: who sent its first message began the action. */
function nodesOf(final: Block, partial: Block): readonly TraceNode[] {
  const nodes = new Set([...final.nodes, ...partial.nodes]);
  const initiator = partial.nodes[0]?.parent ?? null;
  if (initiator !== null && initiator !== final.nodes[0]?.parent) nodes.add(initiator);
  return [...nodes];
}

/** The side that the second deposit did not know is that of the first. */
function foldedDedustV2Deposit(final: Deposit, partial: Deposit): Deposit {
  let deposit = final;
  if (isUnknown(final.asset1) && !isUnknown(partial.asset1)) {
    const { asset1, wallet1, targetAsset1 } = partial;
    deposit = { ...deposit, asset1, wallet1: wallet1 ?? null, targetAsset1: targetAsset1 ?? null };
  }
  if (isUnknown(final.asset2) && !isUnknown(partial.asset2)) {
    const { asset2, wallet2, targetAsset2 } = partial;
    deposit = { ...deposit, asset2, wallet2: wallet2 ?? null, targetAsset2: targetAsset2 ?? null };
  }
  return deposit;
}

/** Null is TON, and known. */
function isUnknown(asset: string | null | undefined): boolean {
  return asset === undefined;
}
