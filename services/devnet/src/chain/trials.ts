import type { AccountRecord, ChainBuilder } from '@tonriver/chain-builder';
import {
  type Executor,
  type ExecutorResult,
  type ExternalMessage,
  type ExternalQueue,
  shardAccountBoc,
} from '@tonriver/devnet-chain';
import { formatAccountAddress, hashToHex } from '@tonriver/chain-model';

/** Tries messages before they are accepted. */
export interface Trials {
  /**
   * Tries a message at the newest state and, if it is refused there, behind the messages that wait for its account, or
   * the other way round. It is taken if either takes it. Refused in both, the refusal behind them is returned.
   */
  try(message: ExternalMessage): Promise<ExecutorResult>;
  /** Forgets what was computed: there is a new round. */
  forget(): void;
}

export interface TrialsDependencies {
  readonly chain: Pick<ChainBuilder, 'account'>;
  readonly queue: Pick<ExternalQueue, 'waitingFor'>;
  /** Returns an executor at the newest state and the present time. */
  readonly executor: () => Executor;
}

/** An account behind the messages that wait for it. */
interface AccountBehind {
  /** The last transaction of the account before them. */
  readonly base: string;
  /** The messages that were run, in order. */
  readonly run: readonly string[];
  readonly shardAccountBoc: Uint8Array;
}

/** With more waiting, running them costs more than one run at the newest state. */
const FEW_WAITING = 2;
/** Accounts of which is remembered where messages are taken. */
const ACCOUNTS_MAX = 10_000;
const NO_SEED = new Uint8Array(32);

export function createTrials({ chain, queue, executor }: TrialsDependencies): Trials {
  const behind = new Map<string, AccountBehind>();
  /** Accounts whose next message is tried behind the others first: a wallet numbers its messages. */
  const takenBehind = new Set<string>();
  const run = (account: Uint8Array, { boc }: Pick<ExternalMessage, 'boc'>): Promise<ExecutorResult> =>
    // The emulator takes the next free logical time.
    executor()({ shardAccountBoc: account, cause: { kind: 'message', messageBoc: boc }, lt: 0n, randomSeed: NO_SEED });

  const runAll = async (newest: AccountRecord, waiting: readonly ExternalMessage[], address: string) => {
    const base = hashToHex(newest.lastTransHash);
    const names = waiting.map(({ hash }) => hashToHex(hash));
    const known = behind.get(address);
    const isUsable = known?.base === base && known.run.every((name, index) => names[index] === name);
    let current = isUsable ? known.shardAccountBoc : shardAccountBoc(newest);
    for (const message of waiting.slice(isUsable ? known.run.length : 0)) {
      const result = await run(current, message);
      // One that is refused now changes nothing. So does one that a block has just taken.
      if (result.kind === 'transaction') current = result.shardAccountBoc;
    }
    behind.set(address, { base, run: names, shardAccountBoc: current });
    return current;
  };

  /** Notes that a message was refused in one place and taken in the other. */
  const note = (address: string, isBehind: boolean): void => {
    takenBehind.delete(address);
    if (isBehind) takenBehind.add(address);
    if (takenBehind.size <= ACCOUNTS_MAX) return;
    for (const oldest of takenBehind) {
      takenBehind.delete(oldest);
      return;
    }
  };

  return {
    async try(message) {
      const { workchain, hash } = message.account;
      // Both are taken now, because rounds are made while messages are tried.
      const newest = chain.account(workchain, hash);
      const waiting = [...queue.waitingFor(message.account)];
      const address = formatAccountAddress(message.account);
      const atNewest = (): Promise<ExecutorResult> => run(shardAccountBoc(newest), message);
      const behindThem = async (): Promise<ExecutorResult> =>
        await run(await runAll(newest, waiting, address), message);
      if (waiting.length === 0) return await atNewest();
      const isBehindFirst = waiting.length <= FEW_WAITING && takenBehind.has(address);
      const first = await (isBehindFirst ? behindThem() : atNewest());
      if (first.kind === 'transaction') {
        if (!isBehindFirst) takenBehind.delete(address);
        return first;
      }
      const second = await (isBehindFirst ? atNewest() : behindThem());
      if (second.kind === 'transaction') note(address, !isBehindFirst);
      return second.kind === 'transaction' || !isBehindFirst ? second : first;
    },
    forget: () => behind.clear(),
  };
}
