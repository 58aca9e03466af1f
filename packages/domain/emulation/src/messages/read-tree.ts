import { Bag, BocError, type Cell } from '@tonriver/boc';
import { outsideMessageLimits } from '@tonriver/chain-model';
import { EmulationError } from '../emulation-error.ts';

/**
 * Reads a part of a message: a bag of cells with one root that is not part of a proof.
 *
 * @param part its name, for the error. The root of a body is an ordinary cell: the chain takes no other.
 * @throws {EmulationError} `bad_message`
 */
export function readTree(boc: Uint8Array, part: 'body' | 'boc' | 'init_code' | 'init_data'): Cell {
  const { bytesMax, cellsMax: cellCountMax, depthMax } = outsideMessageLimits;
  if (boc.length > bytesMax) throw badBag(part, `it has more than ${bytesMax} bytes`);
  try {
    const bag = Bag.parse(boc, { cellCountMax, depthMax });
    if (bag.roots.length !== 1) throw badBag(part, 'it has not exactly one root');
    if (bag.levelMask(bag.root) !== 0) throw badBag(part, 'it contains pruned branches');
    if (part === 'body' && bag.isExotic(bag.root)) throw badBag(part, 'its root is an exotic cell');
    return bag.toCell(bag.root);
  } catch (error) {
    if (!(error instanceof BocError)) throw error;
    throw badBag(part, error.message, error);
  }
}

function badBag(part: string, why: string, cause?: unknown): EmulationError {
  return new EmulationError('bad_message', `INVALID_BAG_OF_CELLS: ${part}: ${why}`, { part }, { cause });
}
