import type { GetMethodAnswer, GetMethodCall } from '@tonriver/api-model';
import { hashFromHex } from '@tonriver/chain-model';
import type { GetMethodResult } from '@tonriver/tvm';
import type { AccountAtPoint, ChainState, RunPoint } from '../state/chain-state.ts';
import type { RunMethod } from './run-method.ts';
import { callerGone } from './shared-runs.ts';
import { stackOfCall } from './stack-of-call.ts';
import { stackOfResult } from './stack-of-result.ts';

export interface RunGetMethodDependencies {
  readonly state: ChainState;
  readonly runMethod: RunMethod;
  readonly gasLimit: bigint;
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

export function createRunGetMethod({ state, runMethod, gasLimit }: RunGetMethodDependencies): RunGetMethod {
  return async function runGetMethod(call, point, wanted) {
    const address = { workchain: call.workchain, hash: hashFromHex(call.accountHex) };
    if (wanted.aborted) throw callerGone();
    const account = await state.account(address, point);
    const about = { block: blockOf(point), lastTransaction: lastTransactionOf(account) };
    const { status, codeBoc } = account;
    // The arguments are checked in any case: whether a call is valid does not depend on the account.
    const stack = stackOfCall(call.stack);
    if (status !== 'active' || codeBoc === null) {
      return { exitCode: EXIT_NOT_ACTIVE, gasUsed: 0, stack: [], missingLibraryHex: null, ...about };
    }
    const run = { address, account: { ...account, codeBoc }, methodId: call.methodId, stack };
    const result = await runMethod({ ...run, gasLimit: point.recorded?.gasLimit ?? gasLimit }, point, wanted);
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
