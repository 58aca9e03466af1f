import type { Cell } from '@tonriver/boc';
import { type Hash, noAddress, writeExternalMessage } from '@tonriver/chain-model';
import {
  type FreshMessage,
  hashKey,
  type OpenBlock,
  type QueuedMessage,
  type Random,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { Bodies } from './bodies.ts';
import { type ChainFacts, countSummary } from './chain-facts.ts';
import { execute } from './execute.ts';
import type { Performance, Trigger } from './execution.ts';
import type { Intent } from './intent.ts';
import type { MessageNote, MessageNotes } from './message-note.ts';
import type { Receivers } from './receivers.ts';

/** Fills blocks with invented transactions, and counts them. */
export interface BlockFiller {
  /** Imports at most `max` messages from queues. */
  importQueued(block: OpenBlock, facts: ChainFacts, max: number): number;
  /** Imports an external message that orders a wallet to send messages. */
  importOrder(block: OpenBlock, facts: ChainFacts, wallet: Actor, order: Extract<Intent, { type: 'order' }>): void;
  /** Handles at most `max` messages from the block to its own accounts. Queues the rest. */
  handleFresh(block: OpenBlock, facts: ChainFacts, max: number): number;
  tickTock(block: OpenBlock, facts: ChainFacts, actor: Actor, isTock: boolean, performance: Performance): void;
  /** Receives a message that the block itself makes. Returns its descriptor. */
  importSpecial(block: OpenBlock, facts: ChainFacts, message: Cell, note: MessageNote, performance: Performance): Cell;
  /** Ends a block: counts its accounts with several transactions. */
  finishBlock(facts: ChainFacts): void;
}

export interface BlockFillerOptions {
  readonly random: Random;
  readonly bodies: Bodies;
  readonly receivers: Receivers;
}

/** Runs transactions, counts them, and keeps notes of the messages on their way. */
function createRunner(random: Random) {
  const notes: MessageNotes = new Map();
  const deleted = new Set<string>();
  let visits = new Map<string, number>();
  return {
    run: (block: OpenBlock, facts: ChainFacts, actor: Actor, trigger: Trigger, performance: Performance) => {
      const { outcome, summary } = execute({ block, actor, trigger, performance, notes, random });
      const key = hashKey(actor.address.hash);
      visits.set(key, (visits.get(key) ?? 0) + 1);
      if (block.frame.workchain === 0) facts.basechainTransactions++;
      else facts.masterchainTransactions++;
      countSummary(facts, summary);
      countMessages(facts, outcome);
      if (summary.after === 'nonexist' && summary.before !== 'nonexist') deleted.add(key);
      if (summary.before === 'nonexist' && summary.after !== 'nonexist' && deleted.delete(key)) facts.recreated++;
      return outcome;
    },
    /** Returns and removes the note of a message that arrives. */
    takeNote: (cell: Cell): MessageNote => {
      const key = hashKey(cell.hash());
      const note = notes.get(key) as MessageNote;
      notes.delete(key);
      return note;
    },
    finishBlock: (facts: ChainFacts): void => {
      for (const count of visits.values()) if (count > 1) facts.repeatedAccounts++;
      visits = new Map();
    },
  };
}

/** Creates the filler of one workload. */
export function createBlockFiller({ random, bodies, receivers }: BlockFillerOptions): BlockFiller {
  const { run, takeNote, finishBlock } = createRunner(random);

  function importQueued(block: OpenBlock, facts: ChainFacts, max: number): number {
    let count = 0;
    for (let message = block.nextQueued(); message !== undefined && count < max; message = block.nextQueued()) {
      count++;
      const note = takeNote(message.message);
      const trigger = { type: 'internal', cell: message.message, note } as const;
      const outcome = run(block, facts, note.to, trigger, receivers.perform(note));
      block.importQueued(message, outcome);
      countArrival(facts, block, message);
    }
    return count;
  }

  function importOrder(
    block: OpenBlock,
    facts: ChainFacts,
    wallet: Actor,
    order: Extract<Intent, { type: 'order' }>,
  ): void {
    const payloads = order.drafts.map((draft) => draft.body);
    const body = bodies.walletOrder(wallet.seqno, payloads);
    const cell = externalMessage(wallet, body, random.chance(0.1) ? random.bytes(32) : null);
    const outcome = run(block, facts, wallet, { type: 'external_in', cell }, receivers.performOrder(wallet, order));
    block.importExternal(cell, outcome);
    facts.externalsIn++;
  }

  function handleFresh(block: OpenBlock, facts: ChainFacts, max: number): number {
    let count = 0;
    const canHandle = block.hasImportedAll;
    for (let message = block.nextFresh(); message !== undefined; message = block.nextFresh()) {
      if (canHandle && count < max) {
        handleOne(block, facts, message);
        count++;
      } else {
        block.queueFresh(message);
      }
    }
    return count;
  }

  function handleOne(block: OpenBlock, facts: ChainFacts, message: FreshMessage): void {
    const note = takeNote(message.cell);
    const trigger = { type: 'internal', cell: message.cell, note } as const;
    block.importFresh(message, run(block, facts, note.to, trigger, receivers.perform(note)));
    facts.arrivedInSameBlock++;
  }

  return {
    importQueued,
    importOrder,
    handleFresh,
    tickTock: (block, facts, actor, isTock, performance) => {
      block.runTickTock(run(block, facts, actor, { type: 'tick_tock', isTock }, performance));
      facts.tickTocks++;
    },
    importSpecial: (block, facts, message, note, performance) => {
      const trigger = { type: 'internal', cell: message, note } as const;
      return block.importSpecial(message, run(block, facts, note.to, trigger, performance));
    },
    finishBlock,
  };
}

function countMessages(facts: ChainFacts, { newMessages }: TransactionOutcome): void {
  for (const message of newMessages) {
    if (message.type === 'external_out') {
      facts.externalsOut++;
      continue;
    }
    facts.internalsSent++;
    if (message.value.extra.length > 0) facts.messagesWithExtraCurrencies++;
  }
}

function countArrival(facts: ChainFacts, block: OpenBlock, message: QueuedMessage): void {
  const isOwn = block.contains({ workchain: message.source.workchain, hash: message.holder });
  if (isOwn) {
    facts.arrivedFromOwnQueue++;
  } else if (message.lt > block.frame.previousRoundLt) {
    facts.arrivedCrossShardSameRound++;
    if (block.frame.workchain === -1) facts.arrivedInMasterchainSameRound++;
  } else {
    facts.arrivedCrossShardLater++;
  }
}

/** Creates an external message; most have no sender. */
function externalMessage(wallet: Actor, body: Cell, sender: Hash | null): Cell {
  const source = sender === null ? noAddress : ({ type: 'extern', bits: sender, bitLength: 256 } as const);
  return writeExternalMessage({ source, destination: wallet.standardAddress, body });
}
