import type { ChainBuilder } from '@tonriver/chain-builder';
import { createEnvironmentReader, type Executor } from '@tonriver/devnet-chain';
import { type EmulationCall, TvmError, type TvmErrorCode, type TvmPool } from '@tonriver/tvm';
import type { SeenBlocks } from './seen-blocks.ts';

/** Makes executors for the state after the newest round. */
export type ExecutorsAt = (
  chain: ChainBuilder,
  options: {
    readonly pool: TvmPool;
    /** Seconds since 1970. */
    readonly unixTime: number;
    readonly ignoreSignatures: boolean;
  },
) => Executor;

/** Failures that concern one run only. Any other error means that nothing can be run. */
const OF_ONE_RUN: readonly TvmErrorCode[] = [
  'tvm_timed_out',
  'tvm_out_of_memory',
  'tvm_bad_input',
  'tvm_stack_too_large',
  'tvm_worker_lost',
  'tvm_emulator_failed',
];

/**
 * Creates a maker of executors. Configuration, previous blocks and libraries are written once for each round, and sent
 * to each thread once.
 */
export function createExecutors(seenBlocks: SeenBlocks): ExecutorsAt {
  const readEnvironment = createEnvironmentReader();
  let last: { readonly seqno: number; readonly previousBlocksBoc: Uint8Array } | undefined;
  return (chain, { pool, unixTime, ignoreSignatures }) => {
    const { seqno } = chain.masterchain().reference;
    if (last?.seqno !== seqno) last = { seqno, previousBlocksBoc: seenBlocks(chain) };
    const { previousBlocksBoc } = last;
    const { configBoc, librariesBoc } = readEnvironment(chain);
    const environment = { key: `${seqno}:${unixTime}`, configBoc, previousBlocksBoc, unixTime };
    return async ({ shardAccountBoc, cause, lt, randomSeed }) => {
      const call: EmulationCall = {
        environment,
        librariesBoc,
        shardAccountBoc,
        cause,
        lt,
        randomSeed,
        ignoreSignatures,
      };
      try {
        return await pool.emulateTransaction(call);
      } catch (error) {
        if (!(error instanceof TvmError) || !OF_ONE_RUN.includes(error.code)) throw error;
        const { reason } = error.fields;
        return { kind: 'ended', reason: typeof reason === 'string' ? reason : error.message };
      }
    };
  };
}
