import { Bag, type Cell, CellBuilder, writeBag } from '@tonriver/boc';
import {
  type ChainBuilder,
  type NetworkSeed,
  type NewChain,
  type OpenBlock,
  openChain,
  readOutcome,
  startNetwork,
  toolsOfSeed,
  type TransactionOutcome,
} from '@tonriver/chain-builder';
import {
  absentDescriptionFields,
  type AccountAddress,
  hashToHex,
  loadMessage,
  type MessageParts,
  noExtraCurrencies,
  resolveMessage,
  standardAddress,
  storeAccount,
  storeTransaction,
} from '@tonriver/chain-model';
import type { Bench, Figures } from './bench.ts';
import { median } from './measure.ts';

const IMPORTED = 100;
const FEW = 1000;
const MANY = 200_000;
const BLOCKS = 15;
const LETTERS_PER_TRANSACTION = 200;
const FEE = 1000n;
const CONFIG = new Uint8Array(32).fill(0x55);
const SENDER: AccountAddress = { workchain: 0, hash: new Uint8Array(32).fill(7) };
const SEED: NetworkSeed = {
  seed: 'bench',
  globalId: -239,
  version: { version: 13, capabilities: 0b110_1110n },
  genUtime: 1_790_000_000,
  validatorCount: 3,
  mainValidatorCount: 3,
};

/** Blocks that import 100 messages while few or many wait, and opening a stored chain in which many wait. */
export const chainBuilderBench: Bench = {
  name: 'chain-builder',
  summary: `blocks that import ${IMPORTED} messages while ${FEW} and ${MANY} wait, without executing them`,
  async run() {
    const [few, many] = [await chainWith(FEW + IMPORTED * BLOCKS), await chainWith(MANY)];
    const fewMs = median(blockTimes(few));
    const manyMs = median(blockTimes(many));
    const figures: Figures = { few_waiting_block_ms: fewMs, many_waiting_block_ms: manyMs };
    return { ...figures, many_to_few_ratio: manyMs / fewMs, ...openTimes(many) };
  },
};

function createNetwork(): NewChain {
  return startNetwork({
    ...SEED,
    configAddress: CONFIG,
    electorAddress: CONFIG.map((byte) => byte + 1),
    minterAddress: null,
    currencies: [],
    maxSplit: 0,
    splitMergeDelaySeconds: 100,
    splitMergeIntervalSeconds: 100,
    parameters: new Map(),
    basechainAccounts: [{ address: SENDER, balance: { grams: 10n ** 15n, extra: [] } }],
    masterchainAccounts: ({ dictionary }) => {
      const data = new CellBuilder().storeRef(dictionary).endCell();
      const address = { workchain: -1, hash: CONFIG };
      return [{ address, balance: { grams: 10n ** 10n, extra: [] }, state: { code: null, data } }];
    },
  });
}

/** A chain in which so many messages wait. */
async function chainWith(count: number): Promise<ChainBuilder> {
  const chain = createNetwork();
  playRound(chain, () => undefined);
  for (let sent = 0; sent < count; sent += 20 * LETTERS_PER_TRANSACTION) {
    // Lets signals and timers run.
    await new Promise((resolve) => setImmediate(resolve));
    playRound(chain, (block) => {
      for (let index = sent; index < Math.min(count, sent + 20 * LETTERS_PER_TRANSACTION); ) {
        const size = Math.min(LETTERS_PER_TRANSACTION, count - index);
        const letters = Array.from({ length: size }, (_, letter) => receiver(index + letter));
        block.importExternal(
          order(index),
          transact(block, { account: SENDER, cause: order(index), afterLt: 0n, letters }),
        );
        index += size;
      }
      for (let fresh = block.nextFresh(); fresh !== undefined; fresh = block.nextFresh()) block.queueFresh(fresh);
    });
  }
  return chain;
}

/** Wall time of opening, filling and closing a shard block. Outcomes are made before, as by a machine elsewhere. */
function blockTimes(chain: ChainBuilder): number[] {
  const times: number[] = [];
  for (let index = 0; index < BLOCKS; index++) {
    const round = chain.openRound(chain.masterchain().genUtime);
    const [step] = round.steps();
    if (step === undefined) throw new TypeError('The chain has a shard');
    const draft = round.openBlock(step.shard);
    const outcomes = new Map<bigint, TransactionOutcome>();
    for (const message of draft.queued()) {
      if (outcomes.size === IMPORTED) break;
      const { destination, lt } = message;
      outcomes.set(lt, transact(draft, { account: destination, cause: message.message, afterLt: lt, letters: [] }));
    }
    round.abandon(draft);
    const startedAt = performance.now();
    const block = round.openBlock(step.shard);
    for (let count = 0; count < IMPORTED; count++) {
      const message = block.nextQueued();
      const outcome = message === undefined ? undefined : outcomes.get(message.lt);
      if (message === undefined || outcome === undefined) throw new TypeError('More messages wait');
      block.importQueued(message, outcome);
    }
    round.closeBlock(block);
    times.push(performance.now() - startedAt);
    round.openMasterchain();
    round.close({ recoverCreateMessage: null, mintMessage: null });
  }
  return times;
}

/** Wall time of opening the chain from the bytes of its states: parsed, hashed and read. */
function openTimes(chain: ChainBuilder): Figures {
  const saved = chain.save();
  const states = new Map(statesOf(chain).map((cell) => [hashToHex(cell.hash()), writeBag([cell])]));
  const startedAt = performance.now();
  const opened = openChain(toolsOfSeed(SEED), saved, {
    readState: (hash) => {
      const bag = Bag.parse(states.get(hashToHex(hash)) ?? new Uint8Array());
      return bag.toCell(bag.root);
    },
  });
  const openMs = performance.now() - startedAt;
  if (opened.inFlightCount() !== chain.inFlightCount()) throw new TypeError('All messages still wait');
  return { open_ms: openMs, record_bytes: saved.length };
}

function statesOf(chain: ChainBuilder): Cell[] {
  return [chain.masterchain().state, ...chain.shards().map(({ state }) => state)];
}

function playRound(chain: ChainBuilder, fill: (block: OpenBlock) => void): void {
  const round = chain.openRound(chain.masterchain().genUtime);
  for (const { shard } of round.steps()) {
    const block = round.openBlock(shard);
    fill(block);
    round.closeBlock(block);
  }
  round.openMasterchain();
  round.close({ recoverCreateMessage: null, mintMessage: null });
}

function receiver(index: number): AccountAddress {
  const hash = new Uint8Array(32).fill(1);
  new DataView(hash.buffer).setUint32(0, Math.imul(index, 2_654_435_761) >>> 0);
  return { workchain: 0, hash };
}

function order(index: number): Cell {
  return new CellBuilder()
    .storeUint(0b10, 2)
    .storeUint(0b00, 2)
    .storeUint(0b100, 3)
    .storeInt(SENDER.workchain, 8)
    .storeBytes(SENDER.hash)
    .storeCoins(0n)
    .storeBit(0)
    .storeBit(0)
    .storeUint(index, 32)
    .endCell();
}

interface Cause {
  readonly account: AccountAddress;
  readonly cause: Cell;
  readonly afterLt: bigint;
  readonly letters: readonly AccountAddress[];
}

/** A transaction that takes the value of its message and sends letters, without gas. */
function transact(block: OpenBlock, { account, cause, afterLt, letters }: Cause): TransactionOutcome {
  const before = block.account(account.hash);
  const lt = block.nextLt(account.hash, afterLt);
  const bag = Bag.of(cause);
  const inMessage = resolveMessage(bag, loadMessage(bag, bag.root));
  const outMessages = letters.map((to, index) => letterTo(to, account, lt + BigInt(index) + 1n, block.frame.genUtime));
  const spent = BigInt(letters.length) * (GRAMS + FEE);
  const balance = {
    grams: before.balance.grams + (inMessage.info.value?.grams ?? 0n) - spent,
    extra: noExtraCurrencies,
  };
  const after = new CellBuilder();
  storeAccount(after, {
    address: standardAddress(account),
    storageInfo: { used: { cells: 1, bits: 100 }, storageDictHash: null, lastPaid: 0, duePayment: null },
    storage: {
      lastTransLt: lt + BigInt(letters.length) + 1n,
      balance,
      state: { type: 'uninit', stateInit: null, stateHash: null },
    },
  });
  const cell = after.endCell();
  const builder = new CellBuilder();
  storeTransaction(builder, {
    accountHash: account.hash,
    lt,
    prevTransHash: before.lastTransHash,
    prevTransLt: before.lastTransLt,
    now: block.frame.genUtime,
    outMessageCount: letters.length,
    origStatus: before.status,
    endStatus: 'uninit',
    inMessage,
    outMessages,
    totalFees: { grams: 0n, extra: noExtraCurrencies },
    oldStateHash: before.cell.hash(),
    newStateHash: cell.hash(),
    description: {
      ...absentDescriptionFields,
      type: 'ord',
      creditFirst: true,
      storagePhase: null,
      creditPhase: null,
      computePhase: { type: 'skipped', reason: 'no_state' },
      actionPhase: null,
      bouncePhase: null,
      aborted: true,
      destroyed: false,
    },
  });
  return readOutcome(Bag.of(builder.endCell()), cell);
}

const GRAMS = 1_000_000n;

function letterTo(to: AccountAddress, from: AccountAddress, createdLt: bigint, createdAt: number): MessageParts<Cell> {
  return {
    info: {
      type: 'internal',
      ihrDisabled: true,
      bounce: false,
      bounced: false,
      source: standardAddress(from),
      destination: standardAddress(to),
      value: { grams: GRAMS, extra: noExtraCurrencies },
      ihrFee: 0n,
      forwardFee: FEE,
      importFee: null,
      createdLt,
      createdAt,
    },
    init: null,
    initLayout: 'inline',
    body: new CellBuilder().endCell(),
    bodyLayout: 'inline',
  };
}
