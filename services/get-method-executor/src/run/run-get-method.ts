import type { GetMethodAnswer, GetMethodCall } from '@tonriver/api-model';
import { type AccountAddress, hashFromHex, hashToHex } from '@tonriver/chain-model';
import type { GetMethodResult, TvmPool } from '@tonriver/tvm';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import { createDigests } from './digests.ts';
import type { Lanes } from './lanes.ts';
import { callerGone } from './shared-runs.ts';
import type { Surroundings } from './surroundings.ts';
import { libraryUnknown } from './library-unknown.ts';
import { stackOfCall } from './stack-of-call.ts';
import { stackOfResult } from './stack-of-result.ts';

export interface RunGetMethodDependencies {
  readonly state: ChainState;
  readonly pool: TvmPool;
  readonly gasLimit: bigint;
  readonly lanes: Lanes;
  readonly surroundings: Surroundings;
}

/**
 * Runs a call at a block. The result does not depend on when or how often the call runs.
 *
 * @param wanted aborts when no caller waits for the result any more
 */
export type RunGetMethod = (
  call: GetMethodCall,
  point: RunPoint,
  wanted: AbortSignal,
) => Promise<Omit<GetMethodAnswer, 'isCached'>>;

/** The exit code for an account without code, as clients know it. */
const EXIT_NOT_ACTIVE = -13;
/** How often a run that stops at a missing library is repeated with that library. */
const LIBRARY_REPEATS_MAX = 16;
const ZERO_SEED = new Uint8Array(32);
/** A bag with the empty cell, for accounts without data. */
const EMPTY_CELL = Uint8Array.from(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));

export function createRunGetMethod(dependencies: RunGetMethodDependencies): RunGetMethod {
  const { state, pool, gasLimit, lanes, surroundings } = dependencies;
  const { environments, dictionaries, reachable } = surroundings;
  const digestOf = createDigests();

  const runActive = async (
    call: GetMethodCall,
    address: AccountAddress,
    point: RunPoint,
    account: AccountAtPoint & { readonly codeBoc: Uint8Array },
    wanted: AbortSignal,
  ): Promise<GetMethodResult> => {
    const stack = stackOfCall(call.stack);
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
            methodId: call.methodId,
            stack,
            randomSeed: point.recorded?.randomSeed ?? ZERO_SEED,
            gasLimit: point.recorded?.gasLimit ?? gasLimit,
          },
          { signal: wanted },
        );
      const result = await lanes.run({ code: digestOf(codeBoc), methodId: call.methodId }, run, wanted);
      const { missingLibrary } = result;
      if (missingLibrary === null || libraries.has(hashToHex(missingLibrary))) return result;
      const finding = await state.library(missingLibrary, point);
      if (finding === 'absent' && account.ownLibraries !== 'unknown') return result;
      if (typeof finding === 'string' || repeats >= LIBRARY_REPEATS_MAX) throw libraryUnknown(missingLibrary);
      libraries.set(hashToHex(missingLibrary), finding);
    }
  };

  return async function runGetMethod(call, point, wanted) {
    const address = { workchain: call.workchain, hash: hashFromHex(call.accountHex) };
    if (wanted.aborted) throw callerGone();
    const account = await state.account(address, point);
    const about = { block: blockOf(point), lastTransaction: lastTransactionOf(account) };
    const { status, codeBoc } = account;
    if (status !== 'active' || codeBoc === null) {
      // The arguments are checked in any case: whether a call is valid does not depend on the account.
      stackOfCall(call.stack);
      return { exitCode: EXIT_NOT_ACTIVE, gasUsed: 0, stack: [], missingLibraryHex: null, ...about };
    }
    const result = await runActive(call, address, point, { ...account, codeBoc }, wanted);
    return { ...outcomeOf(result), ...about };
  };
}

function outcomeOf(result: GetMethodResult): Omit<GetMethodAnswer, 'isCached' | 'block' | 'lastTransaction'> {
  return {
    exitCode: result.exitCode,
    gasUsed: Number(result.gasUsed),
    stack: stackOfResult(result.stack),
    missingLibraryHex: result.missingLibrary === null ? null : upperHex(result.missingLibrary),
  };
}

function blockOf({ seqno, rootHash, fileHash, unixTime }: RunPoint): GetMethodAnswer['block'] {
  return {
    seqno,
    rootHashHex: rootHash === null ? null : upperHex(rootHash),
    fileHashHex: fileHash === null ? null : upperHex(fileHash),
    unixTime,
  };
}

function lastTransactionOf({ lastTransaction: { lt, hash } }: AccountAtPoint): GetMethodAnswer['lastTransaction'] {
  return { lt: lt.toString(), hashHex: upperHex(hash) };
}

function upperHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
