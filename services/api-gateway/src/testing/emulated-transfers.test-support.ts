import type { EmulatedTraceAnswer, GetMethodExecutor } from '@tonriver/api-model';
import { Bag, type Cell, writeBag } from '@tonriver/boc';
import { createMemoryCache } from '@tonriver/cache';
import { type AccountAddress, formatAccountAddress, loadOutsideMessage } from '@tonriver/chain-model';
import { stubStore } from '@tonriver/chain-reader/testing';
import type { Wallet } from '@tonriver/devnet-chain';
import {
  addressOfState,
  jettonMinterState,
  jettonMintBody,
  jettonTransferBody,
  jettonWalletState,
  onChainMetadata,
} from '@tonriver/devnet-contracts';
import { createGetMethodExecutor, defaultGetMethodExecutorConfig } from '@tonriver/get-method-executor/service';
import { createPlayedChain, type PlayedChain } from '@tonriver/get-method-executor/testing';
import { createMetrics } from '@tonriver/telemetry';
import { createTvmPool } from '@tonriver/tvm';

/** A message of a devnet's wallet, and what it would do. Hashes are base64. */
export interface EmulatedMessage {
  readonly normalisedHash: string;
  readonly hash: string;
  readonly answer: EmulatedTraceAnswer;
}

/** Messages that were emulated one beside the other. Addresses are raw. */
export interface EmulatedTransfers {
  readonly alice: string;
  readonly bob: string;
  readonly minter: string;
  /** Coins from alice to bob. */
  readonly coins: EmulatedMessage;
  /** Jettons from alice to bob, who had none. */
  readonly jettons: EmulatedMessage;
}

type TransferOrder = Parameters<Wallet['transfer']>[0];

const TON = 1_000_000_000n;

/** Executes a devnet in which alice has jettons, and emulates transfers on it. */
export async function emulateTransfers(): Promise<EmulatedTransfers> {
  const pool = await createTvmPool({ workerCount: 1, queueLengthMax: 50, wallTimeMs: 20_000, memoryMbMax: 512 });
  try {
    const chain = await createPlayedChain(pool);
    const executor = createGetMethodExecutor({
      store: stubStore(),
      pool,
      source: chain.source,
      cache: createMemoryCache({ bytesMax: 1_000_000 }),
      metrics: createMetrics(),
      network: 'test',
      config: defaultGetMethodExecutorConfig({ callsMax: 10 }),
    });
    return await emulateOn(chain, executor);
  } finally {
    await pool.close();
  }
}

async function emulateOn(chain: PlayedChain, executor: GetMethodExecutor): Promise<EmulatedTransfers> {
  const [alice, bob] = chain.network.wallets as readonly [Wallet, Wallet];
  const state = jettonMinterState({ admin: alice.address, content: onChainMetadata({ name: 'River' }) });
  const minter = addressOfState(state);
  let seqno = 0;
  const order = (to: AccountAddress, amount: bigint, more: Pick<TransferOrder, 'state' | 'body'> = {}): Cell =>
    alice.transfer({ ...more, to, amount, seqno, validUntil: chain.now() + 1_000, bounce: true });
  const mint = { queryId: 1n, amount: 500n, response: alice.address, forwardAmount: 0n, forwardPayload: null };
  const body = jettonMintBody({ ...mint, to: alice.address, tonAmount: TON / 5n });
  await chain.play(order(minter, TON, { state, body }));
  await chain.settle();
  seqno += 1;
  const wallet = addressOfState(jettonWalletState({ owner: alice.address, minter }));
  const transfer = { queryId: 2n, amount: 100n, destination: bob.address, response: alice.address };
  const transferBody = jettonTransferBody({ ...transfer, forwardAmount: 1n, forwardPayload: null });
  return {
    alice: formatAccountAddress(alice.address),
    bob: formatAccountAddress(bob.address),
    minter: formatAccountAddress(minter),
    coins: await emulate(executor, order(bob.address, TON)),
    jettons: await emulate(executor, order(wallet, TON / 2n, { body: transferBody })),
  };
}

async function emulate(executor: GetMethodExecutor, message: Cell): Promise<EmulatedMessage> {
  const boc = writeBag([message]);
  const { hash, normalisedHash } = loadOutsideMessage(Bag.parse(boc));
  const messageBoc = base64(boc);
  const answer = await executor.emulateTrace({
    messageBoc,
    ignoresSignatures: false,
    withActions: true,
    withCells: false,
  });
  return { hash: base64(hash), normalisedHash: base64(normalisedHash), answer };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
