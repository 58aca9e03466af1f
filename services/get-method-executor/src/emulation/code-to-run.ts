import { Bag, serializeTree } from '@tonriver/boc';
import { loadMessage } from '@tonriver/chain-model';

/** Messages that bring code are hardly ever longer. That of longer ones is not looked at: it takes milliseconds. */
const BYTES_MAX = 32 * 1024;
/** Stands for the code of all of them. */
const LARGE = new Uint8Array(1);

/**
 * Returns the code that a message may run, as a bag: that of its account, or that which it brings to an account that
 * has none; undefined when there is none. Of equal code the bytes are equal, however the message was written.
 */
export function codeToRun(codeBoc: Uint8Array | null, messageBoc: Uint8Array): Uint8Array | undefined {
  if (codeBoc !== null) return codeBoc;
  if (messageBoc.length > BYTES_MAX) return LARGE;
  const bag = Bag.parse(messageBoc);
  const code = loadMessage(bag, bag.root).init?.code ?? null;
  return code === null ? undefined : serializeTree(bag, code);
}
