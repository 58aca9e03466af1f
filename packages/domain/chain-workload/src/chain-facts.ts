import type { ExecutionSummary } from './execution.ts';

/** What a chain, or one round of it, contains: the truth that an index can be compared with. */
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
  /** Messages between accounts that were sent. */
  internalsSent: number;
  /** Of those that arrived: in the block that sent them. */
  arrivedInSameBlock: number;
  /** In a later block of the same shard, out of its own queue. */
  arrivedFromOwnQueue: number;
  /** From another shard, in the round that sent them. */
  arrivedCrossShardSameRound: number;
  /** Of these: to the masterchain, which sees the messages of its round by the rules. */
  arrivedInMasterchainSameRound: number;
  /** From another shard, in a later round. */
  arrivedCrossShardLater: number;
  /** Messages that a masterchain block itself makes: named by it, sent by nobody. */
  recoverMessages: number;
  mintMessages: number;
  bounces: number;
  created: number;
  deleted: number;
  /** Created again after having been deleted. */
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
  /** Accounts with more than one transaction in a block, once a block. */
  repeatedAccounts: number;
  messagesWithExtraCurrencies: number;
  /** Sent and not yet received, at the end. */
  inFlight: number;
}

/** No facts yet. */
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

/** Adds the facts of a round to those of the rounds before. */
export function addFacts(total: ChainFacts, round: ChainFacts): void {
  for (const name of Object.keys(round) as (keyof ChainFacts)[]) total[name] += round[name];
  total.inFlight = round.inFlight;
}

/** Counts how a transaction ended. */
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
