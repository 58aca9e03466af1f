import { BlockRowsError } from '@tonriver/block-rows';
import { BocError } from '@tonriver/boc';
import { ChainModelError } from '@tonriver/chain-model';
import { RowSchemaError } from '@tonriver/row-schema';

type Attempt<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** Errors that wrong stored rows can cause in the code that reads them. All others are thrown on. */
export function attempt<Value>(action: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: action() };
  } catch (error) {
    const isOfRows =
      error instanceof BlockRowsError ||
      error instanceof BocError ||
      error instanceof ChainModelError ||
      error instanceof RowSchemaError;
    if (!isOfRows) throw error;
    return { ok: false, problem: error.message };
  }
}
