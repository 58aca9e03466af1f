import { type Cell, CellBuilder } from '@tonriver/boc';
import type { Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { Bodies } from './bodies.ts';
import { counterData, walletData } from './contracts.ts';
import type { Performance } from './execution.ts';
import type { Intent, MessageDraft } from './intent.ts';
import type { MessageNote } from './message-note.ts';
import type { World } from './world.ts';

/** Decides what contracts do with the messages that they receive. */
export interface Receivers {
  /** Returns what the receiver of an internal message does. */
  perform(note: MessageNote): Performance;
  /** Returns what a wallet does with an order in an external message. */
  performOrder(wallet: Actor, order: Extract<Intent, { type: 'order' }>): Performance;
}

/** Returns the performance of a contract that only runs. */
export function idle(actor: Actor, gasUsed: number): Performance {
  return {
    exitCode: 0,
    exitArgument: null,
    gasUsed,
    drafts: [],
    newData: actor.data,
    actionFailure: null,
    destroys: false,
  };
}

const MILLI = 1_000_000n;

interface Draft {
  readonly to: Actor;
  readonly grams: bigint | 'rest' | 'all';
  readonly body: Cell;
  readonly intent?: Intent;
  readonly withInit?: boolean;
  readonly bounce?: boolean;
}

/** Creates a draft. By default it has no extra currencies, is kept by its receiver, and does not bounce. */
export function draft({ to, grams, body, intent, withInit, bounce }: Draft): MessageDraft {
  return {
    type: 'internal',
    to,
    grams,
    extra: [],
    bounce: bounce ?? false,
    body,
    withInit: withInit ?? false,
    intent: intent ?? { type: 'pay' },
  };
}

interface ReceiverContext {
  readonly world: World;
  readonly bodies: Bodies;
  readonly random: Random;
}

/** Creates the receivers of one workload. */
export function createReceivers(world: World, bodies: Bodies, random: Random): Receivers {
  const context = { world, bodies, random };
  return {
    perform: (note) => perform(context, note),
    performOrder: (wallet, order) => performOrder(context, wallet, order),
  };
}

/** Returns a counter contract's data after one more message. */
function counted(actor: Actor): Cell {
  actor.seqno++;
  return counterData(actor.seqno, actor.address.hash.subarray(0, 16));
}

function jettonTransfer(
  { bodies, random, world }: ReceiverContext,
  note: MessageNote,
  intent: Extract<Intent, { type: 'jetton_transfer' }>,
): Performance {
  const { to: wallet, from: owner } = note;
  const target = world.jettonWallet(world.minterOf(wallet), intent.to);
  const { amount, queryId } = intent;
  const transfer = { queryId, amount, to: owner.address, response: owner.address };
  return {
    ...idle(wallet, random.between(5000, 9000)),
    newData: world.movedJettonData(wallet, -amount),
    drafts: [
      draft({
        to: target,
        grams: 'rest',
        body: bodies.jettonInternalTransfer(transfer),
        intent: { type: 'jetton_internal', from: owner, amount, queryId },
        withInit: true,
        bounce: true,
      }),
    ],
  };
}

function jettonInternal(
  { bodies, random, world }: ReceiverContext,
  note: MessageNote,
  intent: Extract<Intent, { type: 'jetton_internal' }>,
): Performance {
  const { to: wallet } = note;
  const owner = wallet.owner ?? note.from;
  const { amount, queryId, from } = intent;
  return {
    ...idle(wallet, random.between(6000, 11_000)),
    newData: world.movedJettonData(wallet, amount),
    drafts: [
      draft({ to: owner, grams: 1n, body: bodies.jettonNotification(queryId, amount, from.address) }),
      draft({ to: from, grams: 'rest', body: bodies.excesses(queryId) }),
    ],
  };
}

function jettonBurn(
  { bodies, random, world }: ReceiverContext,
  note: MessageNote,
  { amount, queryId }: Extract<Intent, { type: 'jetton_burn' }>,
): Performance {
  const { to: wallet, from: owner } = note;
  const minter = world.minterOf(wallet);
  return {
    ...idle(wallet, random.between(4000, 7000)),
    newData: world.movedJettonData(wallet, -amount),
    drafts: [
      draft({
        to: minter,
        grams: 'rest',
        body: bodies.jettonBurnNotification(queryId, amount, owner.address),
        intent: { type: 'echo', body: bodies.excesses(queryId) },
        bounce: true,
      }),
    ],
  };
}

function nftTransfer(
  { bodies, random, world }: ReceiverContext,
  note: MessageNote,
  { to, queryId }: Extract<Intent, { type: 'nft_transfer' }>,
): Performance {
  const { to: item, from: previous } = note;
  world.setOwner(item, to);
  return {
    ...idle(item, random.between(4000, 8000)),
    newData: world.nftData(item, to),
    drafts: [
      draft({ to, grams: MILLI, body: bodies.nftOwnershipAssigned(queryId, previous.address) }),
      draft({ to: previous, grams: 'rest', body: bodies.excesses(queryId) }),
    ],
  };
}

function destroy({ bodies, random }: ReceiverContext, { to: actor, from }: MessageNote): Performance {
  const farewell = draft({ to: actor.owner ?? from, grams: 'all', body: bodies.comment() });
  return { ...idle(actor, random.between(700, 1500)), drafts: [farewell], destroys: true };
}

function perform(context: ReceiverContext, note: MessageNote): Performance {
  const { bodies, random } = context;
  const { intent, to } = note;
  switch (intent.type) {
    case 'jetton_transfer':
      return jettonTransfer(context, note, intent);
    case 'jetton_internal':
      return jettonInternal(context, note, intent);
    case 'jetton_burn':
      return jettonBurn(context, note, intent);
    case 'nft_transfer':
      return nftTransfer(context, note, intent);
    case 'echo':
      return {
        ...idle(to, random.between(800, 3000)),
        drafts: [draft({ to: note.from, grams: 'rest', body: intent.body })],
      };
    case 'fail':
      return { ...idle(to, random.between(300, 4000)), exitCode: intent.exitCode, exitArgument: intent.exitArgument };
    case 'fail_action':
      return {
        ...idle(to, random.between(600, 3000)),
        drafts: [draft({ to: note.from, grams: 10n ** 18n, body: bodies.empty() })],
        actionFailure: intent.resultCode,
      };
    case 'destroy':
      return destroy(context, note);
    case 'deploy':
      return { ...idle(to, random.between(500, 2000)), newData: to.kind === 'ephemeral' ? counted(to) : to.data };
    case 'pay':
    case 'starve':
    case 'bounced':
    case 'order':
      return idle(to, random.between(309, 1200));
  }
}

function performOrder(
  { random, world }: ReceiverContext,
  wallet: Actor,
  order: Extract<Intent, { type: 'order' }>,
): Performance {
  wallet.seqno++;
  return {
    ...idle(wallet, random.between(2600, 5200)),
    newData: walletData(wallet.seqno, world.publicKeyOf(wallet)),
    drafts: order.drafts,
    actionFailure: order.failure === 'action' ? NO_FUNDS : null,
  };
}

const NO_FUNDS = 37;

/** An empty body. */
export const EMPTY_BODY: Cell = new CellBuilder().endCell();
