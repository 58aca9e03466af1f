import {
  addCurrencyCollections,
  buildShardFees,
  type CurrencyCollection,
  type Hash,
  type ShardIdent,
  shardPrefixLength,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { canSign, signBlock } from '../network/block-signatures.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import { pickCreator } from '../network/validator-group.ts';
import type { Random } from '../random.ts';
import { assembleBlock, type BlockMoney, type BuiltBlock } from './assemble-block.ts';
import { adoptMasterchain, adoptShard, type ChainState, findAccount } from './chain-state.ts';
import { configAfterBlock } from './config-contract.ts';
import { inboundMessages } from './inbound-messages.ts';
import { historiesByLoad, historiesByWishes, type ShardWishes, wishesByLoad } from './load-history.ts';
import { masterchainStateExtra, writeMasterchainBlockExtra } from './masterchain-cells.ts';
import { advanceMasterchain, keyBlockAt, type MasterchainFacts } from './masterchain-facts.ts';
import { type ImportStates, messageSources } from './message-sources.ts';
import { type BlockContent, type BlockFrame, type BlockSources, OpenBlock } from './open-block.ts';
import { librariesAfter } from './public-libraries.ts';
import { type MasterchainOptions, nextOnGrid, type Round, type RoundTools, type ShardBlockOptions } from './round.ts';
import { catchainSeqnoOf, isSplitDue, nextSteps, type ShardStep } from './shard-configuration.ts';
import { type BlockParents, holds, parentsOf, type ShardHead } from './shard-head.ts';
import { addTop, describeTop, MASTERCHAIN_STEP, type ShardTop } from './shard-tops.ts';
import { type SpecialAmounts, specialAmounts } from './special-amounts.ts';
import type { AccountRecord } from './transaction-outcome.ts';

interface OpenShard {
  readonly step: ShardStep;
  readonly parents: BlockParents;
  readonly beforeSplit: boolean;
  readonly catchainSeqno: number;
  /** The shard's block before this one in the round. */
  readonly after: ShardTop | undefined;
}

const BASECHAIN = 0;
const MASTERCHAIN: ShardIdent = { workchain: -1, shard: MASTERCHAIN_STEP.shard };
const NO_MONEY: BlockMoney = {
  created: zeroCurrencyCollection,
  feesImported: zeroCurrencyCollection,
  recovered: zeroCurrencyCollection,
  minted: zeroCurrencyCollection,
};

function gramsOf(amount: bigint): CurrencyCollection {
  return { grams: amount, extra: [] };
}

/**
 * Builds a round. First shard blocks are opened, filled and closed, then the masterchain block. Shard blocks see the
 * masterchain before the round. Every step throws a `ChainBuilderError` when it is not possible.
 *
 * The chain changes when the round is closed, and not before. A block that fails, or is abandoned, leaves nothing
 * behind: the round goes on as if it had never been opened. So does the chain after a round that is never closed.
 */
export class RoundBuilder {
  readonly seqno: number;
  readonly genUtime: number;
  readonly #before: ChainState;
  readonly #tools: RoundTools;
  readonly #adopt: (before: ChainState, after: ChainState) => void;
  #now: ChainState;
  readonly #tops = new Map<bigint, ShardTop>();
  readonly #built: BuiltBlock[] = [];
  readonly #creators: Hash[] = [];
  readonly #open = new Map<OpenBlock, OpenShard>();
  #masterBlock: OpenBlock | null = null;

  constructor(
    state: ChainState,
    tools: RoundTools,
    options: {
      readonly genUtime: number;
      /** Called when the round is closed. Throws when the chain has another state by now. */
      readonly adopt: (before: ChainState, after: ChainState) => void;
    },
  ) {
    const { genUtime, adopt } = options;
    if (genUtime < state.masterchain.genUtime) {
      throw new ChainBuilderError('wrong_order', 'Time goes backwards', { genUtime });
    }
    this.seqno = state.masterchain.reference.seqno + 1;
    this.genUtime = genUtime;
    this.#before = state;
    this.#now = state;
    this.#tools = tools;
    this.#adopt = adopt;
  }

  /** Returns the shards that can have their next block now, each with its previous blocks. */
  steps(): ShardStep[] {
    return nextSteps(this.#before.facts.leaves).flatMap((step): ShardStep[] => {
      const top = this.#tops.get(step.shard);
      if (top === undefined) return [step];
      return top.beforeSplit ? [] : [{ shard: step.shard, kind: 'continue', parents: [step.shard] }];
    });
  }

  /** Returns an account after the blocks of the round so far; status `nonexist` if it does not exist. */
  account(workchain: number, hash: Hash): AccountRecord {
    return findAccount(this.#now, workchain, hash);
  }

  /** Tells whether the shard's next block will be its last before a split. */
  isSplitDue(shard: bigint, genUtime: number = this.genUtime): boolean {
    const leaf = this.#before.facts.leaves.find((candidate) => candidate.shard === shard);
    return leaf !== undefined && isSplitDue(leaf, genUtime);
  }

  /** Opens the next block of a shard. */
  openBlock(shard: bigint, options: ShardBlockOptions = {}): OpenBlock {
    const step = this.steps().find((candidate) => candidate.shard === shard);
    if (step === undefined)
      throw new ChainBuilderError('unknown_shard', 'The shard cannot have a block now', { shard });
    const { facts, masterchain } = this.#before;
    const parents = parentsOf(
      step,
      step.parents.map((parent) => this.#head(parent)),
    );
    const genUtime = options.genUtime ?? this.genUtime;
    if (genUtime < parents.genUtime || genUtime < masterchain.genUtime || genUtime > this.genUtime) {
      throw new ChainBuilderError('wrong_order', 'A block lies outside the time of its round', { genUtime });
    }
    const seesRound = options.importsSameRound === true;
    const sources = this.#sourcesOf({ workchain: BASECHAIN, shard }, parents, seesRound);
    let newestLt = options.startsBehindLt ?? 0n;
    // Only then can a message be newer than all parents.
    if (seesRound) for (const { lt } of sources.inbound()) if (lt > newestLt) newestLt = lt;
    const seqno = Math.max(...parents.references.map((reference) => reference.seqno)) + 1;
    const frame: BlockFrame = {
      workchain: BASECHAIN,
      shard,
      seqno,
      genUtime,
      startLt: nextOnGrid(masterchain.reference.endLt, ...parents.references.map(({ endLt }) => endLt), newestLt),
      round: this.seqno,
      randSeed: this.#randomOf(BASECHAIN, shard, seqno).bytes(32),
      previousRoundLt: masterchain.reference.endLt,
    };
    const block = new OpenBlock(frame, sources);
    this.#dequeueDelivered(block, masterchain.reference.seqno);
    const after = this.#tops.get(shard);
    const catchainSeqno = after?.catchainSeqno ?? catchainSeqnoOf(step, facts.leaves);
    this.#open.set(block, { step, parents, beforeSplit: this.isSplitDue(shard, genUtime), catchainSeqno, after });
    return block;
  }

  /** Drops an open block: the round goes on as if it had never been opened. */
  abandon(block: OpenBlock): void {
    if (!this.#open.delete(block) && this.#masterBlock !== block) {
      throw new ChainBuilderError('wrong_order', 'The block is not open');
    }
    if (this.#masterBlock === block) this.#masterBlock = null;
    block.abandon();
  }

  /**
   * Writes a shard's block. Without `wishes` the shard wants to split or to merge by its load. If it throws, the block
   * is abandoned.
   */
  closeBlock(block: OpenBlock, wishes?: ShardWishes): BuiltBlock {
    const open = this.#open.get(block);
    if (open === undefined) throw new ChainBuilderError('wrong_order', 'The block is not open');
    this.#open.delete(block);
    const { facts, masterchain } = this.#before;
    const { step, beforeSplit, catchainSeqno } = open;
    if (this.#tops.get(step.shard) !== open.after) {
      throw new ChainBuilderError('wrong_order', 'The shard has had another block since', { shard: step.shard });
    }
    const { workchain, shard, seqno, startLt, genUtime } = block.frame;
    const group = this.#tools.groupOf(facts.config, { workchain, shard }, catchainSeqno);
    const createdBy = pickCreator(group, this.#randomOf(workchain, shard, seqno).fork('creator'));
    const created = gramsOf(facts.config.blockFees.basechainBlockFee >> BigInt(shardPrefixLength(step.shard)));
    const content = block.finish();
    const load = loadOf(open.parents, content, wishes);
    const {
      block: built,
      head,
      minRefMcSeqno,
      feesCollected,
    } = assembleBlock({
      ...this.#tools,
      step,
      frame: block.frame,
      parents: open.parents,
      content,
      header: {
        ...load,
        beforeSplit,
        keyBlock: false,
        validatorListHashShort: group.listHashShort,
        catchainSeqno,
        previousKeyBlockSeqno: keyBlockAt(facts, masterchain.reference)?.seqno ?? 0,
        createdBy,
        masterReference: masterchain.reference,
        queuesAt: { seqno: masterchain.reference.seqno, lt: masterchain.reference.endLt },
        shardsMinRefMcSeqno: null,
      },
      money: { ...NO_MONEY, created },
      masterchain: null,
      libraries: null,
    });
    const { wantSplit, wantMerge } = load;
    const top = { reference: head.reference, startLt, genUtime, beforeSplit, wantSplit, wantMerge };
    const whole = addTop(open.after, { ...top, catchainSeqno, minRefMcSeqno, feesCollected, created });
    const isLastUse = step.kind !== 'after_split' || this.#hasSiblingBlock(step);
    this.#now = adoptShard(this.#now, head, { step, content, isLastUse });
    this.#tops.set(step.shard, whole);
    this.#creators.push(createdBy);
    this.#built.push(built);
    return built;
  }

  /** Opens the masterchain block. All shard blocks of the round must be closed. It can import their messages. */
  openMasterchain(): OpenBlock {
    const isHalfSplit = [...this.#tops.keys()].some((shard) => !this.#isSplitComplete(shard));
    if (this.#open.size > 0 || isHalfSplit || this.#masterBlock !== null) {
      throw new ChainBuilderError('wrong_order', 'Shard blocks are missing, or the masterchain block is open already');
    }
    const { masterchain } = this.#before;
    const tops = [...this.#tops.values()].map(({ reference }) => reference.endLt);
    const frame: BlockFrame = {
      ...MASTERCHAIN,
      seqno: this.seqno,
      genUtime: this.genUtime,
      startLt: nextOnGrid(masterchain.reference.endLt, ...tops),
      round: this.seqno,
      randSeed: this.#randomOf(MASTERCHAIN.workchain, MASTERCHAIN.shard, this.seqno).bytes(32),
      previousRoundLt: masterchain.reference.endLt,
    };
    const block = new OpenBlock(frame, this.#sourcesOf(MASTERCHAIN, masterchain, true));
    this.#dequeueDelivered(block, this.seqno);
    this.#masterBlock = block;
    return block;
  }

  /** Returns the amounts that the masterchain block itself must pay. */
  specialAmounts(): SpecialAmounts {
    const { facts, masterchain } = this.#before;
    return specialAmounts(facts, masterchain.contents.validatorFees, this.#sumOfTops('feesCollected'));
  }

  /**
   * Writes the masterchain block and ends the round. It is a key block if the data of the config contract have another
   * configuration. If it throws, the masterchain block is abandoned.
   */
  close(options: MasterchainOptions): Round {
    const block = this.#masterBlock;
    if (block === null) throw new ChainBuilderError('wrong_order', 'The masterchain block was not opened');
    this.#masterBlock = null;
    const { facts, masterchain } = this.#before;
    const random = this.#randomOf(MASTERCHAIN.workchain, MASTERCHAIN.shard, this.seqno);
    const group = this.#tools.groupOf(facts.config, MASTERCHAIN, facts.catchainSeqno);
    const createdBy = pickCreator(group, random.fork('creator'));
    const money = this.#masterchainMoney(options);
    const content = block.finish();
    const { config, problem } = configAfterBlock(facts.config, {
      accountOf: (hash) => block.account(hash).cell,
      canSign: ({ validators }) => canSign(validators.list.slice(0, validators.main), this.#tools.signerOf),
    });
    const next = this.#factsAfter(config, money, createdBy);
    const parents = parentsOf(MASTERCHAIN_STEP, [masterchain]);
    const { block: built, head } = assembleBlock({
      ...this.#tools,
      step: MASTERCHAIN_STEP,
      frame: block.frame,
      parents,
      content,
      header: {
        ...loadOf(parents, content, options.wishes),
        beforeSplit: false,
        keyBlock: next.isKeyState,
        validatorListHashShort: group.listHashShort,
        catchainSeqno: group.catchainSeqno,
        previousKeyBlockSeqno: keyBlockAt(facts, masterchain.reference)?.seqno ?? 0,
        createdBy,
        masterReference: null,
        queuesAt: { seqno: this.seqno, lt: masterchain.reference.endLt },
        shardsMinRefMcSeqno: Math.min(...next.leaves.map(({ description }) => description.minRefMcSeqno)),
      },
      money,
      masterchain: {
        stateExtra: masterchainStateExtra(next),
        blockExtra: writeMasterchainBlockExtra(next, { ...options, shardFees: this.#shardFees() }),
      },
      libraries: librariesAfter(
        masterchain.contents.libraries,
        content.histories.map(({ hash, before, after }) => ({ hash, before: before.cell, after: after.cell })),
      ),
    });
    const signatures = signBlock(built, group, this.#tools.signerOf, random.fork('signers'));
    this.#adopt(this.#before, adoptMasterchain(this.#now, head, { facts: next, content }));
    return { seqno: this.seqno, blocks: [built, ...this.#built], signatures, configProblem: problem };
  }

  #factsAfter(config: NetworkConfig, money: BlockMoney, creator: Hash): MasterchainFacts {
    const { facts, masterchain } = this.#before;
    return advanceMasterchain(facts, {
      config,
      previous: masterchain.reference,
      previousUtime: masterchain.genUtime,
      now: this.genUtime,
      tops: [...this.#tops].map(([shard, top]) => ({ shard, description: describeTop(shard, top, this.seqno) })),
      globalBalance: [money.created, money.minted, this.#sumOfTops('created')].reduce(
        addCurrencyCollections,
        facts.globalBalance,
      ),
      creator,
      shardCreators: this.#creators,
      groupOf: (after, catchainSeqno) => this.#tools.groupOf(after, MASTERCHAIN, catchainSeqno),
    });
  }

  #shardFees() {
    return buildShardFees(
      [...this.#tops].map(([shard, { feesCollected, created }]) => {
        return { workchain: BASECHAIN, shard, fees: feesCollected, create: created };
      }),
    );
  }

  #sourcesOf(
    { workchain, shard }: ShardIdent,
    { contents }: Pick<BlockParents, 'contents'>,
    seesRound: boolean,
  ): BlockSources {
    const states: ImportStates = { before: this.#before, now: this.#now, seesRound };
    const sources = messageSources({ workchain, shard, contents }, states);
    const { blockLimits } = this.#before.facts.config;
    return {
      findAccount: (hash) => findAccount(states.now, workchain, hash),
      inbound: () => inboundMessages({ workchain, shard, sources }),
      limits: workchain === BASECHAIN ? blockLimits.basechain : blockLimits.masterchain,
    };
  }

  /** Removes messages from the queue whose delivery is known at masterchain block `seqno`. */
  #dequeueDelivered(block: OpenBlock, seqno: number): void {
    const { workchain, shard } = block.frame;
    for (const { message, round, endLt } of this.#now.deliveries.values()) {
      const isOwn = message.source.workchain === workchain && holds(shard, message.holder);
      if (isOwn && round <= seqno) block.dequeue(message, endLt);
    }
  }

  /** Random numbers of one block. They do not depend on other blocks, so an abandoned block changes no other. */
  #randomOf(workchain: number, shard: bigint, seqno: number): Random {
    return this.#tools.random.fork(`${workchain}:${shard}:${seqno}`);
  }

  #masterchainMoney({ recoverCreateMessage, mintMessage }: MasterchainOptions): BlockMoney {
    const { recovered, minted } = this.specialAmounts();
    return {
      created: gramsOf(this.#before.facts.config.blockFees.masterchainBlockFee),
      feesImported: this.#sumOfTops('feesCollected'),
      recovered: recoverCreateMessage === null ? zeroCurrencyCollection : recovered,
      minted: mintMessage === null ? zeroCurrencyCollection : minted,
    };
  }

  #sumOfTops(member: 'feesCollected' | 'created'): CurrencyCollection {
    return [...this.#tops.values()].map((top) => top[member]).reduce(addCurrencyCollections, zeroCurrencyCollection);
  }

  #head(shard: bigint): ShardHead {
    const head = this.#now.heads.get(shard);
    if (head === undefined) throw new ChainBuilderError('unknown_shard', 'No such shard now', { shard });
    return head;
  }

  /** Tells whether the other child of the same parent already has its first block. */
  #hasSiblingBlock({ shard, parents }: ShardStep): boolean {
    return nextSteps(this.#before.facts.leaves).some(
      (other) => other.shard !== shard && other.parents[0] === parents[0] && this.#tops.has(other.shard),
    );
  }

  #isSplitComplete(shard: bigint): boolean {
    const step = nextSteps(this.#before.facts.leaves).find((candidate) => candidate.shard === shard);
    return step?.kind !== 'after_split' || this.#hasSiblingBlock(step);
  }
}

/** Returns what a shard wants after a block, and its histories: by plan, or by load. */
function loadOf({ contents }: Pick<BlockParents, 'contents'>, content: BlockContent, wishes: ShardWishes | undefined) {
  const before = { overload: contents.overloadHistory, underload: contents.underloadHistory };
  if (wishes !== undefined) return { ...wishes, histories: historiesByWishes(before, wishes) };
  const queueSize = contents.queueSize - content.dequeued.length + content.queuedNow.length;
  const histories = historiesByLoad(before, content.load, queueSize);
  return { ...wishesByLoad(histories), histories };
}
