import { cell, coins, constructor, field, group, internalAddress, queryId } from '../../schema-language.ts';
import { asset, contractUpdate } from './types.ts';

const assetField = field('asset', asset);

/** swap.coffee: vaults, withdrawals and administration. */
export const coffeeVaults = [
  group(
    5,
    constructor('coffee_create_vault', 0xc0ffee06, [queryId, assetField]),
    constructor('coffee_create_vault_internal', 0xc0ffee2a, [queryId]),
    constructor('coffee_withdraw_deposit', 0xc0ffee07, [queryId]),
    constructor('coffee_update_admin', 0xc0ffee40, [queryId, field('address', internalAddress)]),
    constructor('coffee_activate_vault', 0xc0ffee42, [queryId, assetField, field('wallet', internalAddress)]),
    constructor('coffee_activate_vault_internal', 0xc0ffee2c, [queryId, field('wallet', internalAddress)]),
    constructor('coffee_withdraw', 0xc0ffee43, [
      queryId,
      field('pool_address', internalAddress),
      assetField,
      field('amount', coins),
      field('receiver', internalAddress),
    ]),
    constructor('coffee_withdraw_internal', 0xc0ffee2d, [
      queryId,
      assetField,
      field('amount', coins),
      field('receiver', internalAddress),
    ]),
    constructor('coffee_update_code_cells', 0xc0ffee44, [queryId, field('first', cell), field('second', cell)]),
    constructor('coffee_update_contract', 0xc0ffee45, [
      queryId,
      field('contract_address', internalAddress),
      field('', contractUpdate),
    ]),
    constructor('coffee_update_contract_internal', 0xc0ffee2e, [
      queryId,
      field('excesses_receiver', internalAddress),
      field('', contractUpdate),
    ]),
    constructor('coffee_update_withdrawer', 0xc0ffee46, [queryId, field('address', internalAddress)]),
  ),
];
