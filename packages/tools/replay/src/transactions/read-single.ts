import { encodeStackValueBoc } from '@tonriver/tvm';
import { basename } from 'node:path';
import { z } from 'zod';
import { base64Bytes, hashBytes, hex, hexOfHash, rootCell } from '../bags.ts';
import { previousBlocksEntry } from '../previous-blocks-entry.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs, type RecordingFiles } from '../recording-files.ts';
import { recordedTransaction, type RecordedTransaction, shardAccountBefore } from './recorded-transaction.ts';
import type { ReplayChain, ReplayStep } from './replay-chain.ts';

const optionalText = z.string().nullish();
const optionalInteger = z.union([z.int(), z.string().regex(/^\d+$/)]).nullish();

const schema = z.looseObject({
  name: optionalText,
  now: optionalInteger,
  lt: optionalInteger,
  shard_account_before_boc: optionalText,
  in_message_boc: optionalText,
  tick_tock: z.union([z.string().regex(/^tick|tock$/i), z.boolean()]).nullish(),
  config: optionalText,
  config_boc: optionalText,
  libs_boc: optionalText,
  rand_seed: optionalText,
  ignore_chksig: z.boolean().nullish(),
  prev_blocks_info: z.unknown().optional(),
  prev_blocks_info_stack_boc: optionalText,
  expected_transaction_hash: optionalText,
  expected_transaction_boc: optionalText,
  expected_shard_account_after_boc: optionalText,
});
type Single = z.output<typeof schema>;

/** Returns true when a JSON value is a recorded transaction or a list of them. */
export function isSingle(content: unknown): boolean {
  const first: unknown = Array.isArray(content) ? content[0] : content;
  return typeof first === 'object' && first !== null && 'shard_account_before_boc' in first;
}

/** Reads recorded transactions that contain everything needed to run them. */
export function readSingle(content: unknown, path: string, files: RecordingFiles): ReplayChain[] {
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.map((item, index) =>
    chainOf(parseAs(schema, item, path, list.length > 1 ? `${index}` : ''), path, files),
  );
}

function chainOf(recorded: Single, path: string, files: RecordingFiles): ReplayChain {
  const at = (member: string): string => `${path}: ${member}`;
  const name = recorded.name ?? basename(path);
  const { expected_transaction_boc: expected, shard_account_before_boc: before, config_boc: boc, config } = recorded;
  const transaction =
    typeof expected === 'string' ? recordedTransaction(base64Bytes(expected, at('expected_transaction_boc'))) : null;
  const given = boc ?? config;
  if (typeof given !== 'string') {
    throw new RecordingError('recording_unknown_form', `${at('config_boc')}: there is no configuration`);
  }
  const configBoc = files.bytesIn(given, at(boc === given ? 'config_boc' : 'config'), path);
  const account =
    typeof before === 'string'
      ? rootCell(base64Bytes(before, at('shard_account_before_boc')), at('shard_account_before_boc'))
      : null;
  return {
    name,
    environment: { key: `${path} ${name}`, configBoc, previousBlocksBoc: previousBlocksOf(recorded, path, files) },
    librariesBoc: typeof recorded.libs_boc === 'string' ? files.bytesIn(recorded.libs_boc, at('libs_boc'), path) : null,
    before: shardAccountBefore(account, transaction),
    ignoreSignatures: recorded.ignore_chksig === true,
    steps: [singleStep(recorded, transaction, at)],
  };
}

function singleStep(
  recorded: Single,
  transaction: RecordedTransaction | null,
  at: (member: string) => string,
): ReplayStep {
  const { expected_shard_account_after_boc: after, expected_transaction_hash: stated, rand_seed: seed } = recorded;
  const statedHash = typeof stated === 'string' ? hexOfHash(stated, at('expected_transaction_hash')) : null;
  const transactionHash = statedHash ?? transaction?.hash;
  if (transactionHash === undefined) {
    throw new RecordingError(
      'recording_unknown_form',
      `${at('expected_transaction_hash')}: no transaction is expected`,
    );
  }
  if (transaction !== null && transaction.hash !== transactionHash) {
    const text = `${at('expected_transaction_hash')}: the transaction that is expected has the hash ${transaction.hash}`;
    throw new RecordingError('recording_unreadable', text);
  }
  const lt = recorded.lt ?? transaction?.lt;
  const now = recorded.now ?? transaction?.now;
  if (lt === undefined || now === undefined) {
    throw new RecordingError('recording_unknown_form', `${at(lt === undefined ? 'lt' : 'now')}: there is none`);
  }
  const afterAt = at('expected_shard_account_after_boc');
  return {
    name: `lt ${lt}`,
    cause: causeOf(recorded, transaction, at),
    lt: BigInt(lt),
    now: Number(now),
    randomSeed: typeof seed === 'string' ? hashBytes(seed, at('rand_seed')) : null,
    transactionHash,
    accountHash: transaction?.newStateHash ?? null,
    shardAccountHash: typeof after === 'string' ? hex(rootCell(base64Bytes(after, afterAt), afterAt).hash()) : null,
    contradictions: [],
  };
}

function causeOf(
  { in_message_boc: message, tick_tock: which }: Single,
  transaction: RecordedTransaction | null,
  at: (member: string) => string,
): ReplayStep['cause'] {
  if (typeof message === 'string') {
    const messageBoc = base64Bytes(message, at('in_message_boc'));
    rootCell(messageBoc, at('in_message_boc'));
    return { kind: 'message', messageBoc };
  }
  if (typeof which === 'string') return { kind: /tock/i.test(which) ? 'tock' : 'tick' };
  if (transaction !== null) return transaction.cause();
  const text = `${at('in_message_boc')}: there is neither a message nor a tick or tock`;
  throw new RecordingError('recording_unknown_form', text);
}

function previousBlocksOf(recorded: Single, path: string, files: RecordingFiles): Uint8Array | null {
  const { prev_blocks_info_stack_boc: boc, prev_blocks_info: nested } = recorded;
  if (typeof boc === 'string') return files.bytesIn(boc, `${path}: prev_blocks_info_stack_boc`, path);
  if (nested === null || nested === undefined) return null;
  const at = `${path}: prev_blocks_info`;
  if (typeof nested === 'string') return files.bytesIn(nested, at, path);
  return encodeStackValueBoc(previousBlocksEntry(nested, at));
}
