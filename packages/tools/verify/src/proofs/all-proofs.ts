import type { Proof } from '../proof.ts';
import { accountChainProof } from './account-chain.ts';
import { accountDataProof } from './account-data.ts';
import { accountStatesProof } from './account-states.ts';
import { actionsProof } from './actions.ts';
import { blockDigestsProof } from './block-digests.ts';
import { configsProof } from './configs.ts';
import { cellStoreProof } from './cell-store.ts';
import { deploymentProof } from './deployment.ts';
import { eventLogProof } from './event-log.ts';
import { initialStatesProof } from './initial-states.ts';
import { interfacesProof } from './interfaces.ts';
import { linksProof } from './links.ts';
import { lookUpsProof } from './look-ups.ts';
import { messagesProof } from './messages.ts';
import { packsProof } from './packs.ts';
import { resolvedBlocksProof } from './resolved-blocks.ts';
import { roundsProof } from './rounds.ts';
import { stateProgressProof } from './state-progress.ts';
import { tracesProof } from './traces.ts';
import { transactionCellsProof } from './transaction-cells.ts';
import { transactionPartsProof } from './transaction-parts.ts';
import { treesProof } from './trees.ts';

/** Every proof, in the order in which they run. `transaction-cells` runs only with `--cells`. */
export const allProofs: readonly Proof[] = [
  deploymentProof,
  roundsProof,
  blockDigestsProof,
  linksProof,
  packsProof,
  lookUpsProof,
  transactionPartsProof,
  treesProof,
  accountChainProof,
  accountStatesProof,
  accountDataProof,
  resolvedBlocksProof,
  initialStatesProof,
  stateProgressProof,
  interfacesProof,
  configsProof,
  messagesProof,
  tracesProof,
  actionsProof,
  eventLogProof,
  cellStoreProof,
  transactionCellsProof,
];

/** This proof takes as long as indexing did. */
export const slowProofName: string = transactionCellsProof.name;
