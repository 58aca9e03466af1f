import { type AccountAddress, hashToHex } from '@tonriver/chain-model';
import type { GetMethodResult, StackEntry, TvmPool } from '@tonriver/tvm';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { createDigests } from './digests.ts';
import type { Lanes } from './lanes.ts';
import { libraryUnknown } from './library-unknown.ts';
import { callerGone } from './shared-runs.ts';
import type { Surroundings } from './surroundings.ts';

export interface RunMethodDependencies {
  readonly state: ChainState;
  readonly pool: TvmPool;
  readonly lanes: Lanes;
  readonly surroundings: Surroundings;
}

/** A method of a contract in a state. */
interface MethodRun {
  readonly address: AccountAddress;
  readonly account: Pick<AccountAtPoint, 'balance' | 'extraCurrencies' | 'dataBoc' | 'ownLibraries'> & {
    readonly codeBoc: Uint8Array;
  };
  readonly methodId: number;
  readonly stack: readonly StackEntry[];
  readonly gasLimit: bigint;
}

/**
 * Runs a method after a block.
 *
 * @param wanted aborts when no caller waits for the result any more
 * @throws {GetMethodError | TvmError} for a run without a result
 */
export type RunMethod = (run: MethodRun, point: RunPoint, wanted: AbortSignal) => Promise<GetMethodResult>;

/** How often a run that stops at a missing library is repeated with that library. */
const LIBRARY_REPEATS_MAX = 16;
const ZERO_SEED = new Uint8Array(32);
/** A bag with the empty cell, for accounts without data. */
const EMPTY_CELL = Uint8Array.from(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));

export function createRunMethod({ state, pool, lanes, surroundings }: RunMethodDependencies): RunMethod {
  const { environments, dictionaries, reachable } = surroundings;
  const digestOf = createDigests();

  return async function runMethod({ address, account, methodId, stack, gasLimit }, point, wanted) {
    const { codeBoc, dataBoc } = account;
    const given = stack.flatMap((entry) => ('boc' in entry ? [entry.boc] : []));
    const [environment, { found: libraries }] = await Promise.all([
      environments.at(point),
      reachable.find(account, [codeBoc, ...(dataBoc === null ? [] : [dataBoc]), ...given], point),
    ]);
    for (let repeats = 0; ; repeats += 1) {
      if (wanted.aborted) throw callerGone();
      const librariesBoc = dictionaries.of(libraries);
      const run = (): Promise<GetMethodResult> =>
        pool.runGetMethod(
          {
            environment,
            address,
            balance: account.balance,
            extraCurrencies: account.extraCurrencies,
            codeBoc,
            dataBoc: dataBoc ?? EMPTY_CELL,
            librariesBoc,
            methodId,
            stack,
            randomSeed: point.recorded?.randomSeed ?? ZERO_SEED,
            gasLimit,
          },
          { signal: wanted },
        );
      const result = await lanes.run({ code: digestOf(codeBoc), methodId }, run, wanted);
      const { missingLibrary } = result;
      if (missingLibrary === null || libraries.has(hashToHex(missingLibrary))) return result;
      const finding = await state.library(missingLibrary, point);
      if (finding === 'absent' && account.ownLibraries !== 'unknown') return result;
      if (typeof finding === 'string' || repeats >= LIBRARY_REPEATS_MAX) throw libraryUnknown(missingLibrary);
      libraries.set(hashToHex(missingLibrary), finding);
    }
  };
}
