import type { ExecutionSummary } from './execution.ts';

/** Facts about a chain or a round, with which an index can be compared. */
export interface ChainFacts {
  rounds: number;
  shardBlocks: number;
  keyBlocks: number;
  splits: number;
  merges: number;
  basechainTransactions: number;
  masterchainTransactions: number;
  tickTocks: number;
  externalsIn: number;
  externalsOut: number;
  /** Messages sent between accounts. */
  internalsSent: number;
  /** Messages that arrived in the block in which they were sent. */
  arrivedInSameBlock: number;
  /** Messages that arrived in a later block of the same shard, from its own queue. */
  arrivedFromOwnQueue: number;
  /** Messages that arrived from another shard in the same round. */
  arrivedCrossShardSameRound: number;
  /** Those of them that arrived in the masterchain, which is allowed by the rules. */
  arrivedInMasterchainSameRound: number;
  /** Messages that arrived from another shard in a later round. */
  arrivedCrossShardLater: number;
  /** Messages that a masterchain block makes itself, without a sender. */
  recoverMessages: number;
  mintMessages: number;
  bounces: number;
  created: number;
  deleted: number;
  /** Accounts that were created again after deletion. */
  recreated: number;
  frozen: number;
  thawed: number;
  activated: number;
  skippedNoState: number;
  skippedNoGas: number;
  skippedBadState: number;
  computeFailures: number;
  actionFailures: number;
  storageDues: number;
  /** Accounts with more than one transaction in a block, counted once per block. */
  repeatedAccounts: number;
  messagesWithExtraCurrencies: number;
  /** Messages on their way at the end. */
  inFlight: number;
}

/** Returns facts that are all zero. */
export function noFacts(): ChainFacts {
  return {
    rounds: 0,
    shardBlocks: 0,
    keyBlocks: 0,
    splits: 0,
    merges: 0,
    basechainTransactions: 0,
    masterchainTransactions: 0,
    tickTocks: 0,
    externalsIn: 0,
    externalsOut: 0,
    internalsSent: 0,
    arrivedInSameBlock: 0,
    arrivedFromOwnQueue: 0,
    arrivedCrossShardSameRound: 0,
    arrivedInMasterchainSameRound: 0,
    arrivedCrossShardLater: 0,
    recoverMessages: 0,
    mintMessages: 0,
    bounces: 0,
    created: 0,
    deleted: 0,
    recreated: 0,
    frozen: 0,
    thawed: 0,
    activated: 0,
    skippedNoState: 0,
    skippedNoGas: 0,
    skippedBadState: 0,
    computeFailures: 0,
    actionFailures: 0,
    storageDues: 0,
    repeatedAccounts: 0,
    messagesWithExtraCurrencies: 0,
    inFlight: 0,
  };
}

/** Adds the facts of a round to the total. */
export function addFacts(total: ChainFacts, round: ChainFacts): void {
  for (const name of Object.keys(round) as (keyof ChainFacts)[]) total[name] += round[name];
  total.inFlight = round.inFlight;
}

/** Counts the result of a transaction. */
export function countSummary(facts: ChainFacts, summary: ExecutionSummary): void {
  const { before, after, compute } = summary;
  if (before === 'nonexist' && after !== 'nonexist') facts.created++;
  if (before !== 'nonexist' && after === 'nonexist') facts.deleted++;
  if (before !== 'frozen' && after === 'frozen') facts.frozen++;
  if (before === 'frozen' && after === 'active') facts.thawed++;
  if (compute.type === 'vm') {
    if (compute.accountActivated) facts.activated++;
    if (!compute.success) facts.computeFailures++;
  } else {
    if (compute.reason === 'no_state') facts.skippedNoState++;
    if (compute.reason === 'no_gas') facts.skippedNoGas++;
    if (compute.reason === 'bad_state') facts.skippedBadState++;
  }
  if (summary.hasActionFailure) facts.actionFailures++;
  if (summary.hasBounced) facts.bounces++;
  if (summary.storageDue) facts.storageDues++;
}
