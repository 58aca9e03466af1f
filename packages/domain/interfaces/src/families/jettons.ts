import { addressArgument } from '../read-stack.ts';
import { tokenContentOf } from '../token-content.ts';
import { confirmedBy, type Family } from './family.ts';

/**
 * TEP-74: `(int balance, slice owner, slice jetton, cell wallet_code) get_wallet_data()`. The master must give this
 * address for the owner: `slice get_wallet_address(slice owner)`.
 */
export const jettonWallet: Family = {
  method: 'get_wallet_data',
  async recognise(stack, questions) {
    const found = {
      kind: 'jetton_wallet',
      balance: stack.amount(),
      owner: stack.address(),
      jetton: stack.address(),
    } as const;
    stack.cellBoc();
    const check = await confirmedBy(questions, {
      by: found.jetton,
      method: 'get_wallet_address',
      stack: [addressArgument(found.owner)],
    });
    return { found, check };
  },
};

/** TEP-74: `(int total_supply, int mintable, slice admin, cell content, cell wallet_code) get_jetton_data()`. */
export const jettonMaster: Family = {
  method: 'get_jetton_data',
  async recognise(stack) {
    const totalSupply = stack.amount();
    stack.number();
    const admin = stack.optionalAddress();
    const content = tokenContentOf(stack.cellBoc());
    stack.cellBoc();
    return { found: { kind: 'jetton_master', totalSupply, admin, ...content }, check: 'own' };
  },
};
