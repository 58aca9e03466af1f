import {
  addCurrencyCollections,
  buildShardFees,
  type CurrencyCollection,
  type GlobalVersion,
  type Hash,
  type ShardIdent,
  shardPrefixLength,
  zeroCurrencyCollection,
} from '@tonriver/chain-model';
import type { Cell } from '@tonriver/boc';
import { ChainBuilderError } from '../chain-builder-error.ts';
import { type BlockSignature, signBlock } from '../network/block-signatures.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import type { SigningKey } from '../network/signing-key.ts';
import { pickCreator, type ValidatorGroup } from '../network/validator-group.ts';
import type { Random } from '../random.ts';
import {
  type AssembledBlock,
  assembleBlock,
  type BlockMoney,
  type BuiltBlock,
  type MasterchainParts,
} from './assemble-block.ts';
import type { ChainState } from './chain-state.ts';
import { writeMasterchainBlockExtra, masterchainStateExtra } from './masterchain-cells.ts';
import { advanceMasterchain, keyBlockAt } from './masterchain-facts.ts';
import type { QueuedMessage } from './message-queue.ts';
import { type BlockContent, type BlockFrame, OpenBlock } from './open-block.ts';
import { catchainSeqnoOf, isSplitDue, nextSteps, type ShardStep } from './shard-configuration.ts';
import { type BlockParents, parentsOf, type ShardHead } from './shard-head.ts';
import { addTop, describeTop, MASTERCHAIN_STEP, type ShardTop } from './shard-tops.ts';
import { type SpecialAmounts, specialAmounts } from './special-amounts.ts';
import type { StateUpdater } from './state-update.ts';

/** One masterchain block with the shard blocks of its round. */
export interface Round {
  readonly seqno: number;
  /** The masterchain block, then the shard blocks in the order of their creation. */
  readonly blocks: readonly BuiltBlock[];
  /** Signatures of the masterchain block, with more than two thirds of the group's weight. */
  readonly signatures: readonly BlockSignature[];
}

/** The parts that all rounds of a chain use. */
export interface RoundTools {
  readonly globalId: number;
  readonly software: GlobalVersion;
  readonly random: Random;
  readonly updater: StateUpdater;
  readonly groupOf: (config: NetworkConfig, shard: ShardIdent, catchainSeqno: number) => ValidatorGroup;
  readonly signerOf: (publicKey: Hash) => SigningKey | undefined;
}

/** Options of a shard block. */
export interface ShardBlockOptions {
  /** Seconds since 1970; default: the round's time. */
  readonly genUtime?: number;
  /** Lets the block import messages of blocks of this same round, which no node does between shards. */
  readonly importsSameRound?: boolean;
}

/** Wishes of a shard. */
export interface ShardWishes {
  readonly wantSplit: boolean;
  readonly wantMerge: boolean;
}

/** The results of the masterchain block. */
export interface MasterchainOptions {
  /** The configuration after the block. If it differs from the one before, the block is a key block. */
  readonly config?: NetworkConfig;
  /** `InMsg` cells of `importSpecial` for the amounts of `specialAmounts`; null where the amount is zero. */
  readonly recoverCreateMessage: Cell | null;
  readonly mintMessage: Cell | null;
}

interface OpenShard {
  readonly step: ShardStep;
  readonly parents: BlockParents;
  readonly beforeSplit: boolean;
  readonly catchainSeqno: number;
}

const BASECHAIN = 0;
const MASTERCHAIN: ShardIdent = { workchain: -1, shard: MASTERCHAIN_STEP.shard };
const NO_MONEY: BlockMoney = {
  created: zeroCurrencyCollection,
  feesImported: zeroCurrencyCollection,
  recovered: zeroCurrencyCollection,
  minted: zeroCurrencyCollection,
};
/** The start lt of a block is a multiple of this. */
const LT_GRID = 1_000_000n;

function nextOnGrid(...lts: readonly bigint[]): bigint {
  const highest = lts.reduce((left, right) => (left > right ? left : right));
  return (highest / LT_GRID + 1n) * LT_GRID;
}

function gramsOf(amount: bigint): CurrencyCollection {
  return { grams: amount, extra: [] };
}

/**
 * Builds a round. First shard blocks are opened, filled and closed, then the masterchain block. Shard blocks see the
 * masterchain before the round. Every step throws a `ChainBuilderError` when it is not possible.
 */
export class RoundBuilder {
  readonly seqno: number;
  readonly genUtime: number;
  readonly #state: ChainState;
  readonly #tools: RoundTools;
  readonly #tops = new Map<bigint, ShardTop>();
  readonly #built: BuiltBlock[] = [];
  readonly #creators: Hash[] = [];
  readonly #open = new Map<OpenBlock, OpenShard>();
  #masterBlock: OpenBlock | null = null;

  constructor(state: ChainState, tools: RoundTools, genUtime: number) {
    if (genUtime < state.masterchain.genUtime) {
      throw new ChainBuilderError('wrong_order', 'Time goes backwards', { genUtime });
    }
    this.seqno = state.masterchain.reference.seqno + 1;
    this.genUtime = genUtime;
    this.#state = state;
    this.#tools = tools;
  }

  /** Returns the shards that can have their next block now, each with its previous blocks. */
  steps(): ShardStep[] {
    return nextSteps(this.#state.facts.leaves).flatMap((step): ShardStep[] => {
      const top = this.#tops.get(step.shard);
      if (top === undefined) return [step];
      return top.beforeSplit ? [] : [{ shard: step.shard, kind: 'continue', parents: [step.shard] }];
    });
  }

  /** Tells whether the shard's next block will be its last before a split. */
  isSplitDue(shard: bigint, genUtime: number = this.genUtime): boolean {
    const leaf = this.#state.facts.leaves.find((candidate) => candidate.shard === shard);
    return leaf !== undefined && isSplitDue(leaf, genUtime);
  }

  /** Opens the next block of a shard. */
  openBlock(shard: bigint, options: ShardBlockOptions = {}): OpenBlock {
    const step = this.steps().find((candidate) => candidate.shard === shard);
    if (step === undefined)
      throw new ChainBuilderError('unknown_shard', 'The shard cannot have a block now', { shard });
    const { facts, masterchain } = this.#state;
    const parents = parentsOf(
      step,
      step.parents.map((parent) => this.#head(parent)),
    );
    const genUtime = options.genUtime ?? this.genUtime;
    if (genUtime < parents.genUtime || genUtime < masterchain.genUtime || genUtime > this.genUtime) {
      throw new ChainBuilderError('wrong_order', 'A block lies outside the time of its round', { genUtime });
    }
    const own = new Set(parents.contents.queued);
    const isVisible = (message: QueuedMessage): boolean =>
      message.round < this.seqno || own.has(message) || options.importsSameRound === true;
    const inbound = this.#state.inboundOf(BASECHAIN, shard, isVisible);
    const frame: BlockFrame = {
      workchain: BASECHAIN,
      shard,
      seqno: Math.max(...parents.references.map(({ seqno }) => seqno)) + 1,
      genUtime,
      startLt: nextOnGrid(
        masterchain.reference.endLt,
        ...parents.references.map(({ endLt }) => endLt),
        inbound.at(-1)?.lt ?? 0n,
      ),
      round: this.seqno,
      randSeed: this.#tools.random.bytes(32),
      inbound,
    };
    const block = new OpenBlock(frame, (hash) => this.#state.account(BASECHAIN, hash));
    dequeueDelivered(block, parents.contents.queued, masterchain.reference.seqno);
    const catchainSeqno = this.#tops.get(shard)?.catchainSeqno ?? catchainSeqnoOf(step, facts.leaves);
    this.#open.set(block, { step, parents, beforeSplit: this.isSplitDue(shard, genUtime), catchainSeqno });
    return block;
  }

  /** Writes a shard's block. */
  closeBlock(block: OpenBlock, wishes: ShardWishes): BuiltBlock {
    const open = this.#open.get(block);
    if (open === undefined) throw new ChainBuilderError('wrong_order', 'The block is not open');
    this.#open.delete(block);
    const { facts, masterchain } = this.#state;
    const { step, beforeSplit, catchainSeqno } = open;
    const group = this.#tools.groupOf(facts.config, { workchain: BASECHAIN, shard: step.shard }, catchainSeqno);
    const createdBy = pickCreator(group, this.#tools.random);
    const created = gramsOf(facts.config.blockFees.basechainBlockFee >> BigInt(shardPrefixLength(step.shard)));
    const content = block.finish();
    const isLastUse = step.kind !== 'after_split' || this.#hasSiblingBlock(step);
    const assembled = assembleBlock(
      {
        ...this.#tools,
        step,
        frame: block.frame,
        parents: open.parents,
        content,
        header: {
          ...wishes,
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
        forgetsParent: isLastUse,
      },
      this.#tools.updater,
    );
    const { head, minRefMcSeqno, feesCollected } = assembled;
    const { startLt, genUtime } = block.frame;
    const top = { reference: head.reference, startLt, genUtime, beforeSplit, ...wishes, catchainSeqno, minRefMcSeqno };
    this.#tops.set(step.shard, addTop(this.#tops.get(step.shard), { ...top, feesCollected, created }));
    this.#creators.push(createdBy);
    this.#built.push(assembled.block);
    this.#state.adoptShard(head, step, content, isLastUse);
    return assembled.block;
  }

  /** Opens the masterchain block. All shard blocks of the round must be closed. It can import their messages. */
  openMasterchain(): OpenBlock {
    const isHalfSplit = [...this.#tops.keys()].some((shard) => !this.#isSplitComplete(shard));
    if (this.#open.size > 0 || isHalfSplit || this.#masterBlock !== null) {
      throw new ChainBuilderError('wrong_order', 'Shard blocks are missing, or the masterchain block is open already');
    }
    const { masterchain } = this.#state;
    const inbound = this.#state.inboundOf(MASTERCHAIN.workchain, MASTERCHAIN.shard, () => true);
    const tops = [...this.#tops.values()].map(({ reference }) => reference.endLt);
    const frame: BlockFrame = {
      ...MASTERCHAIN,
      seqno: this.seqno,
      genUtime: this.genUtime,
      startLt: nextOnGrid(masterchain.reference.endLt, ...tops, inbound.at(-1)?.lt ?? 0n),
      round: this.seqno,
      randSeed: this.#tools.random.bytes(32),
      inbound,
    };
    const block = new OpenBlock(frame, (hash) => this.#state.account(MASTERCHAIN.workchain, hash));
    dequeueDelivered(block, masterchain.contents.queued, this.seqno);
    this.#masterBlock = block;
    return block;
  }

  /** Returns the amounts that the masterchain block itself must pay. */
  specialAmounts(): SpecialAmounts {
    const { facts, masterchain } = this.#state;
    return specialAmounts(facts, masterchain.contents.validatorFees, this.#sumOfTops('feesCollected'));
  }

  /** Writes the masterchain block and ends the round. */
  close(options: MasterchainOptions): Round {
    const block = this.#masterBlock;
    if (block === null) throw new ChainBuilderError('wrong_order', 'The masterchain block was not opened');
    const { facts, masterchain } = this.#state;
    const group = this.#tools.groupOf(facts.config, MASTERCHAIN, facts.catchainSeqno);
    const createdBy = pickCreator(group, this.#tools.random);
    const money = this.#masterchainMoney(options);
    const next = advanceMasterchain(facts, {
      config: options.config ?? facts.config,
      previous: masterchain.reference,
      previousUtime: masterchain.genUtime,
      now: this.genUtime,
      tops: [...this.#tops].map(([shard, top]) => ({ shard, description: describeTop(shard, top, this.seqno) })),
      globalBalance: [money.created, money.minted, this.#sumOfTops('created')].reduce(
        addCurrencyCollections,
        facts.globalBalance,
      ),
      creator: createdBy,
      shardCreators: this.#creators,
      groupOf: (config, catchainSeqno) => this.#tools.groupOf(config, MASTERCHAIN, catchainSeqno),
    });
    const content = block.finish();
    const shardFees = buildShardFees(
      [...this.#tops].map(([shard, { feesCollected, created }]) => {
        return { workchain: BASECHAIN, shard, fees: feesCollected, create: created };
      }),
    );
    const assembled = this.#assembleMasterchain(block, content, {
      group,
      createdBy,
      money,
      keyBlock: next.isKeyState,
      shardsMinRefMcSeqno: Math.min(...next.leaves.map(({ description }) => description.minRefMcSeqno)),
      parts: {
        stateExtra: masterchainStateExtra(next),
        blockExtra: writeMasterchainBlockExtra(next, { ...options, shardFees }),
      },
    });
    this.#state.adoptMasterchain(assembled.head, next, content);
    return {
      seqno: this.seqno,
      blocks: [assembled.block, ...this.#built],
      signatures: signBlock(assembled.block, group, this.#tools.signerOf, this.#tools.random),
    };
  }

  #assembleMasterchain(
    block: OpenBlock,
    content: BlockContent,
    facts: {
      readonly group: ValidatorGroup;
      readonly createdBy: Hash;
      readonly money: BlockMoney;
      readonly keyBlock: boolean;
      readonly shardsMinRefMcSeqno: number;
      readonly parts: MasterchainParts;
    },
  ): AssembledBlock {
    const { masterchain, facts: before } = this.#state;
    const { group, createdBy, money, keyBlock, shardsMinRefMcSeqno, parts } = facts;
    const draft = {
      ...this.#tools,
      step: MASTERCHAIN_STEP,
      frame: block.frame,
      parents: parentsOf(MASTERCHAIN_STEP, [masterchain]),
      content,
      header: {
        wantSplit: false,
        wantMerge: false,
        beforeSplit: false,
        keyBlock,
        validatorListHashShort: group.listHashShort,
        catchainSeqno: group.catchainSeqno,
        previousKeyBlockSeqno: keyBlockAt(before, masterchain.reference)?.seqno ?? 0,
        createdBy,
        masterReference: null,
        queuesAt: { seqno: this.seqno, lt: masterchain.reference.endLt },
        shardsMinRefMcSeqno,
      },
      money,
      masterchain: parts,
      forgetsParent: true,
    };
    return assembleBlock(draft, this.#tools.updater);
  }

  #masterchainMoney({ recoverCreateMessage, mintMessage }: MasterchainOptions): BlockMoney {
    const { recovered, minted } = this.specialAmounts();
    return {
      created: gramsOf(this.#state.facts.config.blockFees.masterchainBlockFee),
      feesImported: this.#sumOfTops('feesCollected'),
      recovered: recoverCreateMessage === null ? zeroCurrencyCollection : recovered,
      minted: mintMessage === null ? zeroCurrencyCollection : minted,
    };
  }

  #sumOfTops(member: 'feesCollected' | 'created'): CurrencyCollection {
    return [...this.#tops.values()].map((top) => top[member]).reduce(addCurrencyCollections, zeroCurrencyCollection);
  }

  #head(shard: bigint): ShardHead {
    const head = this.#state.head(shard);
    if (head === undefined) throw new ChainBuilderError('unknown_shard', 'No such shard now', { shard });
    return head;
  }

  /** Tells whether the other child of the same parent already has its first block. */
  #hasSiblingBlock({ shard, parents }: ShardStep): boolean {
    return nextSteps(this.#state.facts.leaves).some(
      (other) => other.shard !== shard && other.parents[0] === parents[0] && this.#tops.has(other.shard),
    );
  }

  #isSplitComplete(shard: bigint): boolean {
    const step = nextSteps(this.#state.facts.leaves).find((candidate) => candidate.shard === shard);
    return step?.kind !== 'after_split' || this.#hasSiblingBlock(step);
  }
}

/** Removes messages from the queue whose delivery is known at masterchain block `seqno`. */
function dequeueDelivered(block: OpenBlock, queued: readonly QueuedMessage[], seqno: number): void {
  for (const message of queued) {
    const { delivery } = message;
    if (delivery !== null && delivery.round <= seqno) block.dequeue(message, delivery.endLt);
  }
}
