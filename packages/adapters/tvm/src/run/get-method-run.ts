import { LRUCache } from 'lru-cache';
import { Bag } from '@tonriver/boc';
import { base64Text } from '../base64-text.ts';
import type { TvmConfig } from '../config/tvm-config.ts';
import type { TvmEnvironment } from '../environment.ts';
import type { GetMethodCall, GetMethodResult } from '../get-method.ts';
import { decodeStack } from '../stack/decode-stack.ts';
import type { StackEntry } from '../stack-entry.ts';
import { bytesOf, type GetMethodAnswer, refusal } from './emulator-answers.ts';
import { getMethodParameters } from './get-method-parameters.ts';
import { digestOf, type InputTree, libraryHashesOf, readInputTree } from './input-tree.ts';
import type { LibrarySets } from './library-sets.ts';
import type { PreparedEnvironment } from './prepared-environment.ts';
import { type PlanInput, planRun, type RunPlan, wholePlan } from './run-plan.ts';
import type { RunningInstance } from './tvm-runner.ts';

/** Bytes of codes and data that stay parsed. */
const treeBytesMax = 32 * 2 ** 20;
/** Plans that are kept; one is a few hundred bytes, or the libraries of one contract. */
const plansMax = 4_096;

export interface RunDependencies {
  readonly environments: (environment: TvmEnvironment) => PreparedEnvironment;
  readonly librarySets: LibrarySets;
  /** Which data runs get. Tests compare with runs that get everything. */
  readonly plan?: (input: PlanInput) => RunPlan;
}

interface Arguments {
  readonly text: Buffer;
  readonly libraryHashes: readonly string[];
  readonly digest: string;
}

/** A call whose arguments are written already: nothing that is deep or large goes from thread to thread as objects. */
export type EncodedCall = Omit<GetMethodCall, 'stack'> & { readonly argumentsBoc: Uint8Array };

/**
 * A get-method in a given instance. What can be left out of the run is decided once per code, data and libraries; where
 * the result shows a continuation, which may hold the configuration, the run is made again with everything.
 */
export function createGetMethodRun({ environments, librarySets, plan: makePlan = planRun }: RunDependencies) {
  const trees = new LRUCache<string, InputTree, { readonly boc: Uint8Array; readonly name: 'code' | 'data' }>({
    maxSize: treeBytesMax,
    sizeCalculation: ({ text }) => text.length,
    memoMethod: (_digest, _stale, { context }) => readInputTree(context.boc, context.name),
  });
  const plans = new LRUCache<string, RunPlan, PlanInput>({
    max: plansMax,
    memoMethod: (_key, _stale, { context }) => makePlan(context),
  });
  return (running: RunningInstance, call: EncodedCall): GetMethodResult => {
    const environment = environments(call.environment);
    const libraries = librarySets(call.librariesBoc);
    const [codeDigest, dataDigest] = [digestOf(call.codeBoc), digestOf(call.dataBoc)];
    const code = trees.memo(codeDigest, { context: { boc: call.codeBoc, name: 'code' } });
    const data = trees.memo(dataDigest, { context: { boc: call.dataBoc, name: 'data' } });
    const stack = argumentsOf(call.argumentsBoc);
    const { globalVersion } = environment.config;
    const input: PlanInput = { code, data, arguments: stack, libraries: libraries?.set ?? null, globalVersion };
    const key = `${globalVersion}:${libraries?.id ?? 0}:${codeDigest}${dataDigest}${stack.digest}`;
    const plan = plans.memo(key, { context: input });
    const result = runOnce(running, call, { environment, code, data, stack, plan });
    const isComplete = plan.wholeConfig && plan.previousBlocks;
    if (isComplete || !holdsContinuation(result.stack)) return result;
    return runOnce(running, call, { environment, code, data, stack, plan: wholePlan(input) });
  };
}

interface Prepared {
  readonly environment: PreparedEnvironment;
  readonly code: InputTree;
  readonly data: InputTree;
  readonly stack: Arguments;
  readonly plan: RunPlan;
}

function runOnce(running: RunningInstance, call: EncodedCall, prepared: Prepared): GetMethodResult {
  const { environment, code, data, stack, plan } = prepared;
  const parameters = getMethodParameters(call, {
    code: code.text,
    data: data.text,
    libraries: plan.libraries,
    previousBlocks: plan.previousBlocks && !environment.previousBlocks.isNull ? environment.previousBlocks.text : null,
    unixTime: environment.unixTime,
  });
  const [form, text] = configForm(environment.config, plan);
  const config = running.texts.get(`${form}:${environment.config.digest}`, text);
  const answer = JSON.parse(running.emulator.runGetMethod(parameters, stack.text, config)) as GetMethodAnswer;
  if (answer.fail === true) throw refusal(answer.message);
  if (!answer.output.success) throw refusal(answer.output.error);
  const { output } = answer;
  const stackBoc = bytesOf(output.stack);
  return {
    exitCode: output.vm_exit_code,
    gasUsed: BigInt(output.gas_used),
    stack: decodeStack(stackBoc),
    stackBoc,
    missingLibrary: output.missing_library === null ? null : new Uint8Array(Buffer.from(output.missing_library, 'hex')),
    usedWholeConfig: plan.wholeConfig,
  };
}

function configForm(config: TvmConfig, plan: RunPlan): [form: string, text: Buffer] {
  const isReadable = config.isAdapted && (plan.readableSizeLimits || !config.isAsItIsExact);
  if (plan.wholeConfig) return isReadable ? ['readable', config.readable] : ['whole', config.whole];
  return isReadable ? ['reduced readable', config.reducedReadable] : ['reduced', config.reduced];
}

/** The bytes that `encodeStackBoc` wrote. */
function argumentsOf(argumentsBoc: Uint8Array): Arguments {
  const libraryHashes = libraryHashesOf(Bag.parse(argumentsBoc));
  // Arguments without libraries do not change a plan.
  return { text: base64Text(argumentsBoc), libraryHashes, digest: libraryHashes.join() };
}

/** Iterative: results can be as deep as the stack's bounds allow. */
function holdsContinuation(entries: readonly StackEntry[]): boolean {
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (entry.type === 'continuation') return true;
    if (entry.type === 'tuple') waiting.push(...entry.items);
  }
  return false;
}
