import { join } from 'node:path';
import { openCellStore } from '@tonriver/cell-store';
import { type AccountAddress, formatAccountAddress } from '@tonriver/chain-model';
import { createDevnetNetwork, createExternalQueue, readExternalMessage } from '@tonriver/devnet-chain';
import type { DevnetOptions, ExternalQueue, Wallet } from '@tonriver/devnet-chain';
import { type BlockName, type ChainIdentity, type DevnetStore, openDevnetStore } from '@tonriver/devnet-store';
import type { MessageEntry, RoundEntry } from '@tonriver/devnet-store';
import { createDemo } from '@tonriver/devnet-demo';
import { createTvmPool, NICENESS_OF_ANSWERS, NICENESS_OF_STORED, type TvmPool } from '@tonriver/tvm';
import { openCopies } from '../copies/open-copies.ts';
import { catchUp } from '../copies/round-copy.ts';
import { type AcceptedMessage, createAcceptMessages } from './accept-messages.ts';
import { type ChainClock, createChainClock } from './chain-clock.ts';
import { createConfigChanges } from './config-changes.ts';
import { createDemoTraffic, type DemoCounts, type DemoTraffic } from './demo-traffic.ts';
import { readGenesisFile, type Snapshot, writeSnapshot } from './genesis-file.ts';
import { createKeptStates, type KeptStates } from './kept-states.ts';
import { createRoundMaker, firstReadable, type MadeRound } from './make-round.ts';
import { beginOrOpenChain } from './open-chain.ts';
import { createPacemaker, type IdlePace, type Pacemaker } from './pacemaker.ts';
import { createSeenBlocks } from './seen-blocks.ts';
import { createTrials } from './trials.ts';
import { createExecutors } from './tvm-executors.ts';
import { createWalletSender } from './wallet-sender.ts';

/** All that a devnet is made from. Plain values: they are sent to its thread. */
export interface DevnetConfig {
  readonly directory: string;
  /** `genesisTime` null: now, or that of the stored chain. */
  readonly network: Omit<DevnetOptions, 'genesisTime'> & { readonly genesisTime: number | null };
  /** Accounts and parameters with which a new chain begins. */
  readonly genesisFile: string | null;
  /** 0: rounds are made on demand. */
  readonly blockTimeMs: number;
  /** Slows the chain down while nobody sends; null: never. */
  readonly idle: IdlePace | null;
  /** Older rounds are removed from the disk, together with what became of their messages; null: all are kept. */
  readonly keptRoundsMax: number | null;
  /** Folder of an archive that gets every block, and file of a log from which the blocks can be made again. */
  readonly exportDirectory: string | null;
  readonly logFile: string | null;
  /** Traffic of the devnet's own: a message after each round. */
  readonly hasDemo: boolean;
  readonly stateRoundsMax: number;
  readonly queueMessagesMax: number;
  readonly queueMessagesPerAccountMax: number;
  readonly waitingSecondsMax: number;
  readonly tvmWorkers: number;
  readonly tvmWallTimeMs: number;
  readonly tvmMemoryMbMax: number;
  readonly ignoreSignatures: boolean;
}

/** What a devnet is at the moment. */
interface DevnetStatus {
  /** The first round that readers may ask for. */
  readonly firstSeqno: number;
  readonly seqno: number;
  /** Seconds since 1970 by the chain's clock. */
  readonly now: number;
  readonly clockAheadSeconds: number;
  readonly waitingMessages: number;
  readonly isPaused: boolean;
  /** Nobody sends: rounds are made at the slower pace. */
  readonly isIdle: boolean;
  /** What the demo has done; null without one. */
  readonly demo: DemoCounts | null;
}

/** A wallet that people may use: its address, and the 32 secret bytes of its key in hex. */
interface OpenWallet {
  readonly address: string;
  readonly secretSeed: string;
}

/** A running devnet. */
export interface Devnet {
  readonly identity: ChainIdentity;
  readonly wallets: readonly OpenWallet[];
  readonly faucetAddress: string;
  send(boc: Uint8Array): Promise<AcceptedMessage>;
  /** @param amount nanograms */
  give(to: AccountAddress, amount: bigint): Promise<AcceptedMessage>;
  /** @throws {DevnetChainError} `bad_bag`, `bad_config` */
  changeConfig(parameter: number, boc: Uint8Array): Promise<AcceptedMessage>;
  message(hash: string): MessageEntry | undefined;
  round(seqno: number): RoundEntry | undefined;
  block(name: BlockName): Uint8Array<ArrayBuffer> | undefined;
  zeroState(workchain: number): Uint8Array<ArrayBuffer> | undefined;
  status(): DevnetStatus;
  /** Writes the genesis of a new network that begins with the newest state. */
  snapshot(): Promise<Snapshot>;
  makeRounds(count: number): Promise<void>;
  pause(): void;
  resume(): void;
  advanceClock(seconds: number): Promise<void>;
  /** Makes rounds until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A block's shards may take this part of the block time, and its masterchain block this part. */
const SHARDS_SHARE = 0.6;
const MASTERCHAIN_SHARE = 0.2;
/** On demand, a round takes what there is to do within this time. */
const ON_DEMAND_MS = 30_000;
/** Messages that are tried at the same time. They wait in the queue of one thread of their own. */
const TRIED_MAX = 200;
/** Transactions of a block that are begun before their turn, for each thread. */
const AHEAD_PER_THREAD = 2;

/** Opens a devnet in this thread. `onRound` is called when a round is durable. */
export async function openDevnet(config: DevnetConfig, onRound: (round: MadeRound) => void): Promise<Devnet> {
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const disk = await openParts(config, closing);
    return { ...(await build(config, disk, { onRound, closing })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The parts that are closed again. */
interface Disk {
  readonly store: DevnetStore;
  readonly states: KeptStates;
  /** Threads for the transactions of blocks, and a thread in which messages are tried. */
  readonly rounds: TvmPool;
  readonly trying: TvmPool;
}

async function openParts(config: DevnetConfig, closing: (() => Promise<void>)[]): Promise<Disk> {
  const opened = async <Part extends { close(): Promise<void> }>(part: Promise<Part>): Promise<Part> => {
    const ready = await part;
    closing.push(() => ready.close());
    return ready;
  };
  const store = await opened(openDevnetStore({ directory: join(config.directory, 'chain') }));
  const cells = await opened(openCellStore({ directory: join(config.directory, 'states') }));
  const [rounds, trying] = await Promise.all([
    opened(
      createTvmPool({
        ...poolBounds(config),
        workerCount: config.tvmWorkers,
        niceness: NICENESS_OF_STORED,
        countsProcessorTime: true,
      }),
    ),
    opened(createTvmPool({ ...poolBounds(config), workerCount: 1, niceness: NICENESS_OF_ANSWERS })),
  ]);
  return { store, states: createKeptStates(cells, { roundsMax: config.stateRoundsMax }), rounds, trying };
}

async function build(
  config: DevnetConfig,
  { store, states, rounds, trying }: Disk,
  { onRound, closing }: { readonly onRound: (round: MadeRound) => void; readonly closing: (() => Promise<void>)[] },
): Promise<Omit<Devnet, 'close'>> {
  const genesisTime = config.network.genesisTime ?? store.identity()?.genesisTime ?? Math.floor(Date.now() / 1000);
  const given = config.genesisFile === null ? undefined : readGenesisFile(config.genesisFile);
  const network = createDevnetNetwork({ ...config.network, genesisTime }, given?.genesis);
  const { chain, identity } = await beginOrOpenChain(network, store, states, given?.digest);
  const copies = await openCopies(config, { store, identity, closing });
  const clock = createChainClock(store, () => Date.now());
  const now = (): number => Math.max(clock.now(), chain.masterchain().genUtime);
  const queue = openQueue(config, store);
  const executors = createExecutors(createSeenBlocks(store, identity));
  const executorAt = (pool: TvmPool, unixTime: number) =>
    executors(chain, { pool, unixTime, ignoreSignatures: config.ignoreSignatures });
  const trials = createTrials({ chain, queue, executor: () => executorAt(trying, now()) });
  const onAccepted = (): void => pacemaker.wake();
  const newestSeqno = (): number => chain.masterchain().reference.seqno;
  const messages = createAcceptMessages({ queue, store, trials, now, newestSeqno, triedMax: TRIED_MAX, onAccepted });
  const elapsedMs = (): number => performance.now();
  const maker = createRoundMaker({
    chain,
    store,
    states,
    queue,
    clock,
    executorAt: (unixTime) => executorAt(rounds, unixTime),
    elapsedMs,
    ...blockTimes(config),
    waitingSecondsMax: config.waitingSecondsMax,
    keptRoundsMax: config.keptRoundsMax,
    aheadMax: AHEAD_PER_THREAD * config.tvmWorkers,
    ignoresSignatures: config.ignoreSignatures,
  });
  const sender = createWalletSender({ chain, queue, messages, now });
  const demo = config.hasDemo ? openDemo(config, network.faucet, { chain, sender, now }) : undefined;
  // Before the store and the threads that a message is tried with.
  if (demo !== undefined) closing.push(() => demo.settle());
  const makeRound = async (): Promise<void> => {
    const round = await maker.make();
    trials.forget();
    for (const copy of copies) await catchUp(copy, store);
    onRound(round);
    demo?.afterRound();
  };
  const { blockTimeMs, idle } = config;
  const hasWork = (): boolean => queue.size > 0 || chain.inFlightCount() > 0;
  const pacemaker = createPacemaker({ blockTimeMs, idle, hasWork, elapsedMs, makeRound });
  return {
    identity,
    wallets: network.wallets.map(openWallet),
    faucetAddress: formatAccountAddress(network.faucet.address),
    ...reads(store),
    ...controls(pacemaker, clock),
    send: (boc) => messages.accept(boc),
    give: (to, amount) => sender.send(network.faucet, { to, amount, bounce: false }),
    changeConfig: createConfigChanges({ network, chain, queue, messages, pool: trying, now }),
    snapshot: () => writeSnapshot(chain, join(config.directory, 'snapshots')),
    status: () => ({
      firstSeqno: firstReadable(store.firstSeqno()),
      seqno: newestSeqno(),
      now: now(),
      clockAheadSeconds: clock.aheadSeconds,
      waitingMessages: queue.size,
      isPaused: pacemaker.isPaused,
      isIdle: pacemaker.isIdle,
      demo: demo?.counts() ?? null,
    }),
  };
}

function reads(store: DevnetStore): Pick<Devnet, 'message' | 'round' | 'block' | 'zeroState'> {
  return {
    message: (hash) => store.message(hash),
    round: (seqno) => store.round(seqno),
    block: (name) => store.block(name),
    zeroState: (workchain) => store.zeroState(workchain),
  };
}

function controls(
  pacemaker: Pacemaker,
  clock: ChainClock,
): Pick<Devnet, 'makeRounds' | 'pause' | 'resume' | 'advanceClock' | 'run'> {
  return {
    makeRounds: (count) => pacemaker.demand(count),
    pause: () => pacemaker.pause(),
    resume: () => pacemaker.resume(),
    async advanceClock(seconds) {
      await clock.advance(seconds);
      pacemaker.wake();
    },
    run: (signal) => pacemaker.run(signal),
  };
}

function openDemo(
  { network: { seed } }: DevnetConfig,
  faucet: Wallet,
  chain: Omit<Parameters<typeof createDemoTraffic>[0], 'demo'>,
): DemoTraffic {
  return createDemoTraffic({ ...chain, demo: createDemo({ seed, faucet }) });
}

function openWallet({ address, secretSeed }: Wallet): OpenWallet {
  return { address: formatAccountAddress(address), secretSeed: Buffer.from(secretSeed).toString('hex') };
}

function blockTimes({ blockTimeMs }: DevnetConfig): { readonly shardsMs: number; readonly masterchainMs: number } {
  if (blockTimeMs === 0) return { shardsMs: ON_DEMAND_MS, masterchainMs: ON_DEMAND_MS };
  return { shardsMs: blockTimeMs * SHARDS_SHARE, masterchainMs: blockTimeMs * MASTERCHAIN_SHARE };
}

function poolBounds({ tvmWallTimeMs, tvmMemoryMbMax }: DevnetConfig) {
  return { queueLengthMax: 1_000, wallTimeMs: tvmWallTimeMs, memoryMbMax: tvmMemoryMbMax };
}

/** Fills the queue with the messages that waited when the last process ended. */
function openQueue(config: DevnetConfig, store: DevnetStore): ExternalQueue {
  const bounds = {
    messagesMax: config.queueMessagesMax,
    messagesPerAccountMax: config.queueMessagesPerAccountMax,
  };
  const queue = createExternalQueue(bounds);
  for (const { boc, position, acceptedAt } of store.waiting()) {
    queue.add({ ...readExternalMessage(boc), position, acceptedAt });
  }
  return queue;
}
