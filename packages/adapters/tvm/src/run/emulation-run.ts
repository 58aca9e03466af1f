import type { EmulationCall, EmulationResult } from '../emulation.ts';
import { TvmError } from '../tvm-error.ts';
import { bytesOf, type EmulationAnswer, isRejection, refusal } from './emulator-answers.ts';
import { hex } from './get-method-parameters.ts';
import type { RunDependencies } from './get-method-run.ts';
import { badInput, readInputTree } from './input-tree.ts';
import type { PreparedEnvironment } from './prepared-environment.ts';
import type { KeptEmulator, RunningInstance } from './tvm-runner.ts';

const ltMax = 2n ** 64n - 1n;
/** Emulators that an instance keeps; each holds one parsed configuration and its libraries. */
const emulatorsMax = 4;
const zeroSeed = '00'.repeat(32);
const emptyText = Buffer.alloc(0);

/**
 * A transaction in a given instance. An emulator keeps its configuration, libraries and previous blocks, so they are
 * given to it once; whatever differs from call to call is set at every call, because it keeps that too.
 */
export function createEmulationRun({ environments, librarySets }: RunDependencies) {
  return (running: RunningInstance, call: EmulationCall): EmulationResult => {
    const environment = environments(call.environment);
    const libraries = librarySets(call.librariesBoc);
    if (call.lt < 0n || call.lt > ltMax) throw badInput('logical time', { lt: String(call.lt) });
    const account = readInputTree(call.shardAccountBoc, 'account').text;
    const message = call.cause.kind === 'message' ? readInputTree(call.cause.messageBoc, 'message').text : emptyText;

    const key = `${environment.config.digest}:${libraries?.id ?? 0}`;
    const known = running.emulators.get(key);
    const kept = known ?? createKept(running, key, environment);
    const libraryText =
      known === undefined && libraries !== null
        ? running.texts.get(`libraries:${libraries.id}`, libraries.set.whole())
        : null;
    const answer = JSON.parse(
      running.emulator.emulate(kept.handle, {
        libraries: libraryText,
        account,
        message,
        parameters: parametersOf(call, environment, kept),
      }),
    ) as EmulationAnswer;
    if (answer.fail === true) {
      // It has destroyed its emulator.
      running.emulators.delete(key);
      return refusedResult(answer.message);
    }
    kept.previousBlocks = environment.previousBlocks.digest;
    return resultOf(answer.output);
  };
}

function createKept(running: RunningInstance, key: string, { config }: PreparedEnvironment): KeptEmulator {
  for (const [oldKey, old] of running.emulators) {
    if (running.emulators.size < emulatorsMax) break;
    running.emulator.destroyEmulator(old.handle);
    running.emulators.delete(oldKey);
  }
  const handle = running.emulator.createEmulator(running.texts.get(`readable:${config.digest}`, config.readable));
  if (handle === 0) {
    throw new TvmError('tvm_config_not_supported', 'The emulator cannot read this configuration', {
      reason: 'the emulator refused it',
    });
  }
  const kept: KeptEmulator = { handle, previousBlocks: '' };
  running.emulators.set(key, kept);
  return kept;
}

function parametersOf(call: EmulationCall, environment: PreparedEnvironment, kept: KeptEmulator): Buffer {
  const { previousBlocks, unixTime } = environment;
  const seed = call.randomSeed === null ? zeroSeed : hex(call.randomSeed, 'random seed');
  const { kind } = call.cause;
  const parts =
    `{"utime":${unixTime},"lt":"${call.lt}","rand_seed":"${seed}","ignore_chksig":${call.ignoreSignatures === true},` +
    `"debug_enabled":false,"is_tick_tock":${kind !== 'message'},"is_tock":${kind === 'tock'}`;
  const blocks =
    kept.previousBlocks === previousBlocks.digest
      ? ''
      : `,"prev_blocks_info":"${previousBlocks.text.toString('latin1')}"`;
  return Buffer.from(`${parts}${blocks}}`, 'latin1');
}

function resultOf(output: Exclude<EmulationAnswer, { readonly fail: true }>['output']): EmulationResult {
  if (output.success) {
    return {
      kind: 'transaction',
      transactionBoc: bytesOf(output.transaction),
      shardAccountBoc: bytesOf(output.shard_account),
      actionsBoc: output.actions === null ? null : bytesOf(output.actions),
    };
  }
  if (output.vm_exit_code === undefined && output.external_not_accepted !== true) return refusedResult(output.error);
  return { kind: 'not_accepted', exitCode: output.vm_exit_code ?? null, reason: output.error };
}

function refusedResult(reason: string): EmulationResult {
  if (isRejection(reason)) return { kind: 'not_accepted', exitCode: null, reason };
  throw refusal(reason);
}
