import { hashToHex } from '@tonriver/chain-model';
import type { ClickHouseStore } from '@tonriver/clickhouse';
import type { MethodCall, MethodOutcome } from '@tonriver/interfaces';
import { type GetMethodResult, methodIdOf, TvmError, type TvmErrorCode, type TvmPool } from '@tonriver/tvm';
import type { DetectorReport } from '../detector-report.ts';
import type { RoundEnvironment } from '../rounds/round-environment.ts';
import type { ContractState } from './contract-state.ts';
import { createLibraries } from './libraries.ts';

export interface MethodRunnerDependencies {
  readonly store: ClickHouseStore;
  readonly pool: TvmPool;
  readonly report: Pick<DetectorReport, 'onUnanswered'>;
}

/** Runs a method of a contract as it is at the end of a round. */
export type RunMethodOf = (round: RoundEnvironment, state: ContractState, call: MethodCall) => Promise<MethodOutcome>;

/** How often a run that stops at a missing library is repeated with it. */
const LIBRARY_REPEATS_MAX = 16;
const ZERO_SEED = new Uint8Array(32);

/** A contract that takes too much, or whose cells are not as they should be. It would be the same another time. */
const REFUSED: ReadonlySet<TvmErrorCode> = new Set([
  'tvm_timed_out',
  'tvm_out_of_memory',
  'tvm_bad_input',
  'tvm_bad_stack',
  'tvm_stack_too_deep',
  'tvm_stack_too_large',
  'tvm_worker_lost',
  'tvm_emulator_failed',
]);
/** The configuration of the chain is not one that the TVM reads exactly. */
const NOT_KNOWN: ReadonlySet<TvmErrorCode> = new Set(['tvm_config_not_supported', 'tvm_bad_config']);

/**
 * Every run is bounded by gas, which is the same everywhere, and by time and memory. What keeps it from an end is
 * counted; errors of the store and a pool that is closed are thrown.
 */
export function createMethodRunner({ store, pool, report }: MethodRunnerDependencies): RunMethodOf {
  const libraries = createLibraries(store);

  const runOnce = async (
    { environment }: RoundEnvironment,
    { workchain, account: hash, codeBoc, dataBoc }: ContractState,
    { method, stack, gasLimit }: MethodCall,
    librariesBoc: Uint8Array | null,
  ): Promise<GetMethodResult | MethodOutcome> => {
    if (environment === null || codeBoc === undefined || dataBoc === undefined) return { kind: 'unknown' };
    try {
      return await pool.runGetMethod({
        environment,
        address: { workchain, hash },
        // Methods of interfaces do not look at the balance, and it changes without the data.
        balance: 0n,
        extraCurrencies: [],
        codeBoc,
        dataBoc,
        librariesBoc,
        methodId: methodIdOf(method),
        stack,
        randomSeed: ZERO_SEED,
        gasLimit,
      });
    } catch (error) {
      if (error instanceof TvmError && REFUSED.has(error.code)) return { kind: 'refused' };
      if (error instanceof TvmError && NOT_KNOWN.has(error.code)) return { kind: 'unknown' };
      throw error;
    }
  };
  const run: RunMethodOf = async (round, state, call) => {
    const code = hashToHex(state.codeHash);
    let known = libraries.of(code);
    for (let repeats = 0; ; repeats += 1) {
      const result = await runOnce(round, state, call, known.dictionaryBoc);
      if ('kind' in result) return result;
      const { exitCode, gasUsed, stack, missingLibrary } = result;
      const ended: MethodOutcome = { kind: 'ended', exitCode, gasUsed, stack };
      if (missingLibrary === null || known.byHash.has(hashToHex(missingLibrary))) return ended;
      if (repeats === LIBRARY_REPEATS_MAX) return { kind: 'refused' };
      const found = await libraries.add(code, missingLibrary, round.seqno);
      if (found === 'absent') return ended;
      if (found === 'unknown') return { kind: 'unknown' };
      known = found;
    }
  };
  return async (round, state, call) => {
    const outcome = await run(round, state, call);
    if (outcome.kind !== 'ended') report.onUnanswered(outcome.kind);
    return outcome;
  };
}
