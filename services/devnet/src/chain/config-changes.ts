import { Bag, writeBag } from '@tonriver/boc';
import type { ChainBuilder, NetworkConfig } from '@tonriver/chain-builder';
import { type AccountAddress, hashToHex, loadTransaction } from '@tonriver/chain-model';
import {
  checkConfigChange,
  DevnetChainError,
  type DevnetNetwork,
  type ExternalQueue,
  readConfigValue,
  shardAccountBoc,
} from '@tonriver/devnet-chain';
import { TvmError, type TvmPool } from '@tonriver/tvm';
import { DevnetError } from '../devnet-error.ts';
import type { AcceptedMessage, AcceptMessages } from './accept-messages.ts';
import { leadingNumber } from './leading-number.ts';

/**
 * Changes a parameter of the configuration by a signed message to the config contract. The block that has it is a key
 * block.
 *
 * @throws {DevnetChainError} `bad_bag`, `bad_config`
 * @throws {DevnetError} `overloaded` while another change waits for its block
 */
export type ChangeConfig = (parameter: number, boc: Uint8Array) => Promise<AcceptedMessage>;

export interface ConfigChangeDependencies {
  readonly network: Pick<DevnetNetwork, 'faucet' | 'orderConfig' | 'configAddress'>;
  readonly chain: ChainBuilder;
  readonly queue: Pick<ExternalQueue, 'waitingFor'>;
  readonly messages: Pick<AcceptMessages, 'acceptMade'>;
  readonly pool: Pick<TvmPool, 'emulateTransaction'>;
  /** Seconds since 1970 by the chain's clock. */
  readonly now: () => number;
}

const VALID_SECONDS = 3_600;
const RETRY_AFTER_MS = 1_000;
const GRAM = 1_000_000_000n;

export function createConfigChanges(dependencies: ConfigChangeDependencies): ChangeConfig {
  const { network, chain, queue, messages, now } = dependencies;
  const { configAddress } = network;
  return async (parameter, boc) => {
    const value = readConfigValue(boc);
    const validUntil = now() + VALID_SECONDS;
    await ensureRuns(dependencies, checkConfigChange(chain, parameter, value));
    return await messages.acceptMade(configAddress, () => {
      // What a change is checked against must be what it changes.
      if (queue.waitingFor(configAddress).length > 0) {
        const text = 'Another change of the configuration waits for its block';
        throw new DevnetError('overloaded', text, { retryAfterMs: RETRY_AFTER_MS }, { isRetryable: true });
      }
      checkConfigChange(chain, parameter, value);
      const seqno = seqnoOf(chain, configAddress);
      return writeBag([network.orderConfig({ seqno, validUntil, index: parameter, value })]);
    });
  };
}

/**
 * Makes sure that the virtual machine still runs under a configuration: the config contract takes a further order, so
 * that the change can be taken back, and the faucet gives.
 */
async function ensureRuns(dependencies: ConfigChangeDependencies, config: NetworkConfig): Promise<void> {
  const { network, chain, pool, now } = dependencies;
  const { configAddress, faucet } = network;
  const unixTime = now();
  const validUntil = unixTime + VALID_SECONDS;
  const version = config.parameters.get(8);
  if (version === undefined) throw new Error('A configuration without parameter 8 was let through');
  const order = { seqno: seqnoOf(chain, configAddress), validUntil, index: 8, value: version };
  const gift = { seqno: seqnoOf(chain, faucet.address), validUntil, to: faucet.address, amount: GRAM, bounce: false };
  const trials = [
    { account: configAddress, message: network.orderConfig(order) },
    { account: faucet.address, message: faucet.transfer(gift) },
  ];
  const key = `config ${hashToHex(config.dictionary.hash())} ${unixTime}`;
  const configBoc = writeBag([config.dictionary], { crc: false });
  for (const { account, message } of trials) {
    const problem = await problemOf(pool, {
      environment: { key, configBoc, previousBlocksBoc: null, unixTime },
      librariesBoc: null,
      shardAccountBoc: shardAccountBoc(chain.account(account.workchain, account.hash)),
      cause: { kind: 'message', messageBoc: writeBag([message]) },
      lt: 0n,
      randomSeed: new Uint8Array(32),
      ignoreSignatures: false,
    });
    if (problem === null) continue;
    const text = `The configuration cannot be changed so: a message would not be executed any more: ${problem}`;
    throw new DevnetChainError('bad_config', text);
  }
}

async function problemOf(
  pool: ConfigChangeDependencies['pool'],
  call: Parameters<TvmPool['emulateTransaction']>[0],
): Promise<string | null> {
  try {
    const result = await pool.emulateTransaction(call);
    if (result.kind !== 'transaction') return result.reason;
    const bag = Bag.parse(result.transactionBoc);
    const { description } = loadTransaction(bag, bag.root);
    return 'aborted' in description && description.aborted ? 'its transaction is aborted' : null;
  } catch (error) {
    if (!(error instanceof TvmError) || error.code === 'tvm_overloaded') throw error;
    return error.message;
  }
}

function seqnoOf(chain: ChainBuilder, { workchain, hash }: AccountAddress): number {
  return leadingNumber(chain.account(workchain, hash));
}
