import { Bag } from '@tonriver/boc';
import type { Block } from '@tonriver/chain-model';
import { type Attempt, count, createAttempt, type Tally } from './attempt.ts';
import type { Seed } from './corpus.ts';
import type { FuzzCase } from './make-case.ts';
import { readBlock } from './read-block.ts';
import { readCells } from './read-cells.ts';
import {
  readAccount,
  readAnything,
  readConfig,
  readEnvelope,
  readMerkleProof,
  readMessage,
  readParameter,
  readProof,
  readSignatures,
  readTransaction,
} from './read-parts.ts';
import { createRowReader } from './read-rows.ts';
import { readState } from './read-state.ts';

/** Reads a case as far as it goes; errors that are not typed escape. */
export type CaseReader = (fuzzCase: FuzzCase, tally: Tally) => void;

export function createCaseReader(): CaseReader {
  const rows = createRowReader();

  return ({ seed, bytes, random, hasRightCrc }, tally) => {
    const attempt = createAttempt(tally);
    count(tally, 'cases');
    count(tally, `from ${seed.group}`);
    if (hasRightCrc) count(tally, 'checksum right');
    const bag = attempt('bag', () => Bag.parse(bytes));
    if (bag === undefined) return;
    count(tally, 'reached the decoder');
    if (hasExoticCell(bag)) count(tally, 'with exotic cells');
    // Now hashes come first, now the readers ask for them one by one: both ways must bear everything.
    const isHashedFirst = random.chance(0.5);
    if (isHashedFirst) readCells(attempt, bag);
    const [root = 0] = bag.roots;
    const block = readRoot({ attempt, bag, root, seed });
    if (block !== undefined) {
      count(tally, 'blocks loaded');
      if (random.chance(0.5)) {
        count(tally, 'blocks to rows');
        rows.read(attempt, bag, block);
      }
    }
    if (!isHashedFirst && random.chance(0.7)) readCells(attempt, bag);
    if (random.chance(0.05)) readAnything(attempt, bag, random.below(bag.cellCount));
  };
}

/** Reads the root as the kind of its seed, and the content of a proof as the kind that it proves. */
function readRoot({ attempt, bag, root, seed }: RootToRead): Block | undefined {
  switch (seed.kind) {
    case 'block':
      return readBlock(attempt, bag, root);
    case 'state':
      readState(attempt, bag, root);
      return undefined;
    case 'config':
      readConfig(attempt, bag, root);
      return undefined;
    case 'parameter':
      readParameter(attempt, bag, root, seed.parameter ?? 0);
      return undefined;
    case 'transaction':
      readTransaction(attempt, bag, root);
      return undefined;
    case 'message':
      readMessage(attempt, bag, root);
      return undefined;
    case 'envelope':
      readEnvelope(attempt, bag, root);
      return undefined;
    case 'account':
      readAccount(attempt, bag, root);
      return undefined;
    case 'signatures':
      readSignatures(attempt, bag, root);
      return undefined;
    case 'merkle proof':
    case 'block proof': {
      const proved = (seed.kind === 'block proof' ? readProof : readMerkleProof)(attempt, bag, root);
      if (proved !== undefined) readProved(attempt, bag, proved);
      return undefined;
    }
    case 'cells':
      readAnything(attempt, bag, root);
      return undefined;
  }
}

function readProved(attempt: Attempt, bag: Bag, root: number): void {
  readBlock(attempt, bag, root);
  readState(attempt, bag, root);
}

interface RootToRead {
  readonly attempt: Attempt;
  readonly bag: Bag;
  readonly root: number;
  readonly seed: Seed;
}

function hasExoticCell(bag: Bag): boolean {
  for (let cell = 0; cell < bag.cellCount; cell++) if (bag.isExotic(cell)) return true;
  return false;
}
