import { writeBag } from '@tonriver/boc';
import { createScratchStore } from '@tonriver/cell-store';
import type { ApplyBlockDependencies } from './apply-block.ts';
import type { ChangedAccount, ShownTree, StateBlock } from './decode-block.ts';
import { readTree } from './read-tree.ts';
import type { AccountWritten } from './resolve-account.ts';
import { createShownCells } from './shown-cells.ts';

/**
 * Resolves a block alone, without the states before it: writes code and data where the block itself shows all of them.
 * Remembers nothing.
 *
 * @returns what was written, per account
 */
export async function resolvePartialBlock(
  { rows, onUnresolved, insertIfFull }: Pick<ApplyBlockDependencies, 'rows' | 'onUnresolved' | 'insertIfFull'>,
  { bag, update, workchain, accounts }: StateBlock,
): Promise<AccountWritten[]> {
  const scratch = createScratchStore();
  const shown = createShownCells(bag, update);
  const wholeOf = ({ cell, hash }: ShownTree): Uint8Array | undefined => {
    const isShown = scratch.add(bag, cell, { shown }).isComplete || scratch.isComplete(hash);
    const tree = isShown ? readTree(scratch, hash) : undefined;
    return tree === undefined ? undefined : writeBag([tree]);
  };
  const resolve = ({ account, lt, code, data }: ChangedAccount): AccountWritten => {
    let [hasCode, hasData] = [false, false];
    const [codeHash, dataHash] = [code?.hash ?? null, data?.hash ?? null];
    const after = { workchain, account, lt, codeHash, dataHash, isHeld: false };
    if (code !== null) {
      const boc = wholeOf(code);
      if (boc === undefined) onUnresolved('code', after);
      else rows.cellTrees.add({ hash: code.hash, boc });
      hasCode = boc !== undefined;
    }
    if (data === null) return { hasData, hasCode };
    const dataBoc = wholeOf(data);
    if (dataBoc === undefined) onUnresolved('data', after);
    else rows.accountData.add({ workchain, account, lt, dataHash: data.hash, isWhole: true, dataBoc });
    hasData = dataBoc !== undefined;
    return { hasData, hasCode };
  };
  const written: AccountWritten[] = [];
  for (const account of accounts) {
    written.push(resolve(account));
    await insertIfFull();
  }
  return written;
}
