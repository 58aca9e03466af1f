import type { AccountRecord, Random } from '@tonriver/chain-builder';
import type { Actor } from './actor.ts';
import type { Bodies } from './bodies.ts';
import type { Intent, MessageDraft } from './intent.ts';
import { draft, EMPTY_BODY } from './receivers.ts';
import type { World } from './world.ts';

type Order = Extract<Intent, { type: 'order' }>;

/** Invents orders to wallets: the messages that they send. */
export interface Orders {
  /** Returns an order for a wallet of the basechain. */
  invent(wallet: Actor, record: AccountRecord): Order;
  /** Returns an order for a wallet of the masterchain. */
  inventForMasterchain(wallet: Actor, record: AccountRecord): Order;
}

export interface OrdersOptions {
  readonly world: World;
  readonly bodies: Bodies;
  readonly random: Random;
  /** Returns the current state of an account. */
  readonly account: (actor: Actor) => AccountRecord;
}

const MILLI = 1_000_000n;
const GRAM = 1000n * MILLI;
const EXIT_CODES = [4, 9, 13, 32, 33, 34, 35, 72, 100, 705, 706, 709, 0xffff] as const;
const ACTION_CODES = [33, 34, 37, 38, 40, 50] as const;

type Invention = (context: OrdersOptions, wallet: Actor, record: AccountRecord) => readonly MessageDraft[];

function payment(random: Random, record: AccountRecord): bigint {
  const most = record.balance.grams / 20n;
  const wanted = BigInt(random.between(1, 5000)) * MILLI;
  return wanted < most ? wanted : most;
}

function payBody({ bodies, random }: OrdersOptions) {
  const kind = random.below(10);
  if (kind < 6) return bodies.comment();
  return kind < 9 ? bodies.randomTree() : EMPTY_BODY;
}

const pay: Invention = (context, _wallet, record) => {
  const { random, world } = context;
  const count = random.chance(0.08) ? random.between(4, 10) : random.between(1, 3);
  return Array.from({ length: count }, () =>
    draft({
      to: random.pick(world.wallets),
      grams: payment(random, record) / BigInt(count),
      body: payBody(context),
      bounce: random.chance(0.4),
    }),
  );
};

const payCurrency: Invention = (context, wallet, record) => {
  const { bodies, random, world } = context;
  const [held] = record.balance.extra;
  if (held === undefined || held.amount < 2n) return pay(context, wallet, record);
  // Mostly the whole amount is sent: otherwise every account would have a little in the end.
  const amount = random.chance(0.15) ? held.amount / 2n : held.amount;
  const extra = [{ currency: held.currency, amount }];
  const plain = draft({ to: random.pick(world.wallets), grams: 10n * MILLI, body: bodies.comment() });
  return plain.type === 'internal' ? [{ ...plain, extra }] : [plain];
};

const sendJettons: Invention = (context, wallet) => {
  const { bodies, random, world } = context;
  const minter = random.pick(world.minters);
  const amount = BigInt(random.between(1, 1_000_000));
  const queryId = bodies.queryId();
  const to = random.pick(world.wallets);
  const transfer = { queryId, amount, to: to.address, response: wallet.address };
  return [
    draft({
      to: world.jettonWallet(minter, wallet),
      grams: 50n * MILLI,
      body: bodies.jettonTransfer(transfer),
      intent: { type: 'jetton_transfer', to, amount, queryId },
      bounce: true,
    }),
  ];
};

const burnJettons: Invention = ({ bodies, random, world }, wallet) => {
  const amount = BigInt(random.between(1, 1000));
  const queryId = bodies.queryId();
  return [
    draft({
      to: world.jettonWallet(random.pick(world.minters), wallet),
      grams: 50n * MILLI,
      body: bodies.jettonBurn(queryId, amount, wallet.address),
      intent: { type: 'jetton_burn', amount, queryId },
      bounce: true,
    }),
  ];
};

const sendItem: Invention = (context, wallet, record) => {
  const { bodies, random, world } = context;
  const item = random.pick(world.items);
  if (world.ownerOf(item) !== wallet) return sendJettons(context, wallet, record);
  const to = random.pick(world.wallets);
  const queryId = bodies.queryId();
  return [
    draft({
      to: item,
      grams: 50n * MILLI,
      body: bodies.nftTransfer(queryId, to.address, wallet.address),
      intent: { type: 'nft_transfer', to, queryId },
      bounce: true,
    }),
  ];
};

const causeFailure: Invention = ({ bodies, random, world }) => {
  const to = random.chance(0.5) ? random.pick(world.minters) : random.pick(world.items);
  const exitCode = random.pick(EXIT_CODES);
  const intent: Intent = random.chance(0.7)
    ? { type: 'fail', exitCode, exitArgument: random.chance(0.2) ? random.below(1000) : null }
    : { type: 'fail_action', resultCode: random.pick(ACTION_CODES) };
  return [draft({ to, grams: 30n * MILLI, body: bodies.randomTree(), intent, bounce: random.chance(0.8) })];
};

const starve: Invention = ({ bodies, random, world }) => {
  const to = random.pick(world.items);
  const grams = BigInt(random.between(0, 39_000));
  return [draft({ to, grams, body: bodies.comment(), intent: { type: 'starve' }, bounce: random.chance(0.5) })];
};

/** Deploys, uses and destroys contracts, and sends money to ones that do not exist yet. */
const useEphemeral: Invention = (context, wallet) => {
  const { account, bodies, random, world } = context;
  const to = random.pick(world.ephemerals);
  const { status } = account(to);
  if (status === 'active') {
    const intent: Intent = random.chance(0.6) ? { type: 'destroy' } : { type: 'echo', body: bodies.comment() };
    return [draft({ to, grams: 30n * MILLI, body: bodies.randomTree(), intent, bounce: true })];
  }
  if (status === 'nonexist' && random.chance(0.4)) {
    return [draft({ to, grams: 20n * MILLI, body: bodies.comment(), bounce: random.chance(0.5) })];
  }
  const deploy = draft({
    to,
    grams: 100n * MILLI,
    body: bodies.randomTree(),
    intent: { type: 'deploy' },
    withInit: true,
    bounce: random.chance(0.5),
  });
  return random.chance(0.2) ? [deploy, ...pay(context, wallet, account(wallet))] : [deploy];
};

const touchPauper: Invention = ({ account, bodies, random, world }) => {
  const to = random.pick(world.paupers);
  const isThawing = account(to).status === 'frozen' && random.chance(0.5);
  const grams = isThawing ? GRAM : BigInt(random.between(1, 20)) * MILLI;
  const intent: Intent = isThawing ? { type: 'deploy' } : { type: 'pay' };
  return [draft({ to, grams, body: bodies.comment(), intent, withInit: isThawing, bounce: random.chance(0.7) })];
};

const log: Invention = (context, wallet, record) => {
  const { bodies, random } = context;
  const topic = random.chance(0.2) ? 0n : BigInt(random.between(1, 0xffff));
  const event: MessageDraft = { type: 'external_out', topic, body: bodies.randomTree() };
  return random.chance(0.5) ? [event] : [event, ...pay(context, wallet, record)];
};

const toMasterchain: Invention = ({ bodies, random, world }) => [
  draft({ to: random.pick(world.masterchainWallets), grams: 500n * MILLI, body: bodies.comment() }),
];

const INVENTIONS: readonly (readonly [weight: number, invention: Invention])[] = [
  [36, pay],
  [6, payCurrency],
  [22, sendJettons],
  [5, burnJettons],
  [8, sendItem],
  [7, causeFailure],
  [3, starve],
  [5, useEphemeral],
  [2, touchPauper],
  [4, log],
  [2, toMasterchain],
];
const TOTAL_WEIGHT = INVENTIONS.reduce((sum, [weight]) => sum + weight, 0);

function chooseInvention(random: Random): Invention {
  let point = random.below(TOTAL_WEIGHT);
  for (const [weight, invention] of INVENTIONS) {
    if (point < weight) return invention;
    point -= weight;
  }
  return pay;
}

/** Creates the orders of one workload. */
export function createOrders(context: OrdersOptions): Orders {
  const { bodies, random, world } = context;
  return {
    invent: (wallet, record) => ({
      type: 'order',
      drafts:
        record.balance.extra.length > 0 && random.chance(0.3)
          ? payCurrency(context, wallet, record)
          : chooseInvention(random)(context, wallet, record),
      failure: random.chance(0.01) ? 'action' : 'none',
    }),
    inventForMasterchain: (_wallet, record) => {
      const to = random.chance(0.3) ? random.pick(world.masterchainWallets) : random.pick(world.wallets);
      const grams = record.balance.grams / 1000n;
      return { type: 'order', drafts: [draft({ to, grams, body: bodies.comment() })], failure: 'none' };
    },
  };
}
