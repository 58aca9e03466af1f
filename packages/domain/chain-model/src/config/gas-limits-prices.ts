import type { CellBuilder, CellSlice } from '@tonriver/boc';
import { badTag, badValue } from '../errors.ts';

/** Configuration parameters 20 (masterchain) and 21: gas. Prices in nanograms / 65536, dues in nanograms. */
export interface GasLimitsPrices {
  /** A flat price for the first gas of a transaction; null when the constructor in front is absent. */
  readonly flat: { readonly gasLimit: bigint; readonly gasPrice: bigint } | null;
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** For special accounts; null in the first form, which has no limit of its own for them. */
  readonly specialGasLimit: bigint | null;
  readonly gasCredit: bigint;
  readonly blockGasLimit: bigint;
  readonly freezeDueLimit: bigint;
  readonly deleteDueLimit: bigint;
}

const tagPrices = 0xdd;
const tagPricesExt = 0xde;
const tagFlat = 0xd1;

/**
 * Reads:
 *
 * ```tlb
 * gas_prices#dd gas_price:uint64 gas_limit:uint64 gas_credit:uint64
 *   block_gas_limit:uint64 freeze_due_limit:uint64 delete_due_limit:uint64
 *   = GasLimitsPrices;
 * gas_prices_ext#de gas_price:uint64 gas_limit:uint64 special_gas_limit:uint64 gas_credit:uint64
 *   block_gas_limit:uint64 freeze_due_limit:uint64 delete_due_limit:uint64
 *   = GasLimitsPrices;
 * gas_flat_pfx#d1 flat_gas_limit:uint64 flat_gas_price:uint64 other:GasLimitsPrices
 *   = GasLimitsPrices;
 * ```
 *
 * TL-B allows the flat prefix to repeat. No software writes that and its meaning is not defined, so it is refused.
 */
export function loadGasLimitsPrices(slice: CellSlice): GasLimitsPrices {
  let tag = slice.loadUint(8);
  let flat: GasLimitsPrices['flat'] = null;
  if (tag === tagFlat) {
    flat = { gasLimit: slice.loadUint64(), gasPrice: slice.loadUint64() };
    tag = slice.loadUint(8);
  }
  if (tag === tagFlat && flat !== null) throw badValue('GasLimitsPrices', 'second flat prefix');
  if (tag !== tagPrices && tag !== tagPricesExt) throw badTag('GasLimitsPrices', tag);
  return {
    flat,
    gasPrice: slice.loadUint64(),
    gasLimit: slice.loadUint64(),
    specialGasLimit: tag === tagPricesExt ? slice.loadUint64() : null,
    gasCredit: slice.loadUint64(),
    blockGasLimit: slice.loadUint64(),
    freezeDueLimit: slice.loadUint64(),
    deleteDueLimit: slice.loadUint64(),
  };
}

/** Writes what `loadGasLimitsPrices` reads. */
export function storeGasLimitsPrices(builder: CellBuilder, value: GasLimitsPrices): void {
  if (value.flat !== null) {
    builder.storeUint(tagFlat, 8).storeUint(value.flat.gasLimit, 64).storeUint(value.flat.gasPrice, 64);
  }
  builder.storeUint(value.specialGasLimit === null ? tagPrices : tagPricesExt, 8);
  builder.storeUint(value.gasPrice, 64).storeUint(value.gasLimit, 64);
  if (value.specialGasLimit !== null) builder.storeUint(value.specialGasLimit, 64);
  builder.storeUint(value.gasCredit, 64).storeUint(value.blockGasLimit, 64);
  builder.storeUint(value.freezeDueLimit, 64).storeUint(value.deleteDueLimit, 64);
}
