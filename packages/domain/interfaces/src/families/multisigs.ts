import { accountAddressOf, formatAccountAddress, loadHashmapEntries, loadMessageAddress } from '@tonriver/chain-model';
import type { CellSlice } from '@tonriver/boc';
import { unexpected } from '../unexpected-result.ts';
import { confirmedBy, type Family } from './family.ts';

/** The second version: `(int next_order_seqno, int threshold, cell signers, cell proposers) get_multisig_data()`. */
export const multisig: Family = {
  method: 'get_multisig_data',
  async recognise(stack) {
    stack.number();
    stack.number();
    return { found: { kind: 'multisig', signers: readSigners(stack.cell()) }, check: 'own' };
  },
};

/**
 * `(slice multisig, int order_seqno, int threshold, int sent?, cell signers, int approvals, int approvals_num, int
 * expiration_date, cell order) get_order_data()`; null from the third on before it is initialised. The wallet must give
 * this address for the number: `slice get_order_address(int order_seqno)`.
 */
export const multisigOrder: Family = {
  method: 'get_order_data',
  async recognise(stack, questions) {
    const wallet = stack.address();
    const seqno = stack.number();
    stack.number();
    stack.number();
    const signers = readSigners(stack.cell());
    stack.number();
    stack.number();
    stack.number();
    stack.cellBoc();
    const check = await confirmedBy(questions, {
      by: wallet,
      method: 'get_order_address',
      stack: [{ type: 'number', value: seqno }],
    });
    return { found: { kind: 'multisig_order', multisig: wallet, signers }, check };
  },
};

const indexBits = 8;

/** `signers:(Hashmap 8 MsgAddressInt)`: at most 256. */
function readSigners(dictionary: CellSlice): string[] {
  const { bag, cell } = dictionary;
  return loadHashmapEntries(bag, cell, indexBits, (value) => {
    const account = accountAddressOf(loadMessageAddress(value));
    if (account === null) throw unexpected('A signer is no account');
    return formatAccountAddress(account);
  }).map(({ value }) => value);
}
