import { Bag, serializeTree } from '@tonriver/boc';
import { loadMessage } from '@tonriver/chain-model';

/** Runs without code cost nothing: all of them are of one kind. */
const NO_CODE = new Uint8Array(0);

/**
 * Returns the code that a message would run, as a bag: that of its account, or that which it brings for an account that has
 * none; empty when there is none. Of equal code the bytes are equal, however the message was written.
 */
export function codeToRun(codeBoc: Uint8Array | null, messageBoc: Uint8Array): Uint8Array {
  if (codeBoc !== null) return codeBoc;
  const bag = Bag.parse(messageBoc);
  const code = loadMessage(bag, bag.root).init?.code ?? null;
  return code === null ? NO_CODE : serializeTree(bag, code);
}
