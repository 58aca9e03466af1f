import { Bag } from '@tonriver/boc';
import { loadTransaction } from '@tonriver/chain-model';
import { encodeStackValueBoc, type StackEntry } from '@tonriver/tvm';
import { basename } from 'node:path';
import { z } from 'zod';
import { base64Bytes, hex, reading, rootCell } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs } from '../recording-files.ts';
import type { ReplayChain, ReplayStep } from './replay-chain.ts';

const optionalText = z.string().nullish();

const schema = z.looseObject({
  name: optionalText,
  now: z.number().int(),
  lt: z.union([z.string(), z.number()]),
  shard_account_before_boc: z.string(),
  in_message_boc: optionalText,
  tick_tock: z.union([z.enum(['tick', 'tock']), z.boolean()]).nullish(),
  config_boc: z.string(),
  libs_boc: optionalText,
  rand_seed: optionalText,
  prev_blocks_info: z.unknown().optional(),
  prev_blocks_info_stack_boc: optionalText,
  expected_transaction_hash: optionalText,
  expected_transaction_boc: optionalText,
  expected_shard_account_after_boc: optionalText,
});

/** Whether a JSON value is one recorded transaction. */
export function isSingle(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'shard_account_before_boc' in content;
}

/** Reads one recorded transaction with everything that it needs. */
export function readSingle(content: unknown, path: string): ReplayChain[] {
  const recorded = parseAs(schema, content, path);
  const name = recorded.name ?? basename(path);
  const libraries = recorded.libs_boc;
  return [
    {
      name,
      environment: {
        key: path,
        configBoc: base64Bytes(recorded.config_boc, name),
        previousBlocksBoc: previousBlocksOf(recorded, name),
      },
      librariesBoc: typeof libraries === 'string' ? base64Bytes(libraries, name) : null,
      before: rootCell(base64Bytes(recorded.shard_account_before_boc, name), name),
      steps: [singleStep(recorded, name)],
    },
  ];
}

function singleStep(recorded: z.output<typeof schema>, name: string): ReplayStep {
  const expected = recorded.expected_transaction_boc;
  const after = recorded.expected_shard_account_after_boc;
  const transaction = typeof expected === 'string' ? transactionIn(expected, name) : null;
  const transactionHash = recorded.expected_transaction_hash?.toLowerCase() ?? transaction?.hash;
  if (transactionHash === undefined) {
    throw new RecordingError('recording_unknown_form', `${name}: no transaction is expected`);
  }
  const seed = recorded.rand_seed;
  return {
    name: `lt ${recorded.lt}`,
    cause: causeOf(recorded, name),
    lt: BigInt(recorded.lt),
    now: recorded.now,
    randomSeed: typeof seed === 'string' ? new Uint8Array(Buffer.from(seed, 'hex')) : null,
    transactionHash,
    accountHash: transaction?.newStateHash ?? null,
    shardAccountHash: typeof after === 'string' ? hex(rootCell(base64Bytes(after, name), name).hash()) : null,
  };
}

function transactionIn(text: string, name: string): { readonly hash: string; readonly newStateHash: string } {
  return reading(name, () => {
    const bag = Bag.parse(base64Bytes(text, name));
    return { hash: hex(bag.hash(bag.root)), newStateHash: hex(loadTransaction(bag, bag.root).newStateHash) };
  });
}

function causeOf(recorded: z.output<typeof schema>, name: string): ReplayStep['cause'] {
  const { in_message_boc: message, tick_tock: which } = recorded;
  if (typeof message === 'string') return { kind: 'message', messageBoc: base64Bytes(message, name) };
  if (which === 'tick' || which === 'tock') return { kind: which };
  throw new RecordingError('recording_unknown_form', `${name}: there is neither a message nor a tick or tock`);
}

function previousBlocksOf(recorded: z.output<typeof schema>, name: string): Uint8Array | null {
  const { prev_blocks_info_stack_boc: boc, prev_blocks_info: nested } = recorded;
  if (typeof boc === 'string') return base64Bytes(boc, name);
  if (nested === null || nested === undefined) return null;
  return encodeStackValueBoc(entryOf(unwrapped(nested), name));
}

/** `[recent, keyBlock, …]`; some recordings have `[[keyBlock, recent], keyBlock]` instead. */
function unwrapped(nested: unknown): unknown {
  if (!Array.isArray(nested) || !Array.isArray(nested[0])) return nested;
  const [[first, second], ...rest] = nested as [unknown[], ...unknown[]];
  const isSwapped =
    Array.isArray(first) && !Array.isArray(first[0]) && Array.isArray(second) && Array.isArray(second[0]);
  return isSwapped ? [second, ...rest] : nested;
}

function entryOf(value: unknown, name: string): StackEntry {
  if (Array.isArray(value)) return { type: 'tuple', items: value.map((item: unknown) => entryOf(item, name)) };
  if (value === null) return { type: 'null' };
  const text = typeof value === 'number' ? `${value}` : value;
  if (typeof text !== 'string' || !/^-?\d+$/.test(text)) {
    throw new RecordingError('recording_unknown_form', `${name}: the previous blocks hold no number`, {
      text: JSON.stringify(value),
    });
  }
  return { type: 'number', value: BigInt(text) };
}
