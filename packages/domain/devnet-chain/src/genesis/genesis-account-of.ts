import { Bag, type Cell } from '@tonriver/boc';
import type { GenesisAccount } from '@tonriver/chain-builder';
import { accountAddressOf, loadAccount, loadSimpleLibs } from '@tonriver/chain-model';
import { DevnetChainError } from '../devnet-chain-error.ts';

/**
 * Returns an account (TL-B `Account`) as a zero state begins with it: balance, code, data, libraries. Its logical time,
 * its last transaction, and what it owes for storage begin anew.
 *
 * @throws {DevnetChainError} `bad_genesis`, or the errors of `loadAccount`
 */
export function genesisAccountOf(cell: Cell): GenesisAccount {
  const bag = Bag.of(cell);
  const account = loadAccount(bag, bag.root);
  const address = account === null ? null : accountAddressOf(account.address);
  if (account === null || address === null) throw new DevnetChainError('bad_genesis', 'The account does not exist');
  const { balance, state } = account.storage;
  if (state.type === 'uninit') return { address, balance };
  if (state.type === 'frozen') return { address, balance, state: { frozenHash: state.stateHash } };
  const { code, data, library, special, fixedPrefixLength } = state.stateInit;
  const toCell = (number: number | null): Cell | null => (number === null ? null : bag.toCell(number));
  const libraries = library === null ? [] : loadSimpleLibs(bag, library);
  return {
    address,
    balance,
    state: {
      code: toCell(code),
      data: toCell(data),
      libraries: libraries.map(({ isPublic, root }) => ({ isPublic, cell: bag.toCell(root) })),
      ...(special === null ? {} : { tickTock: special }),
      ...(fixedPrefixLength === null ? {} : { fixedPrefixLength }),
    },
  };
}
