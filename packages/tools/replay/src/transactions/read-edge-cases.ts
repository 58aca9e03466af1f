import type { Cell } from '@tonriver/boc';
import { encodeStackValueBoc } from '@tonriver/tvm';
import { z } from 'zod';
import { hashBytes, hex, hexOfHash, rootCell } from '../bags.ts';
import { previousBlocksEntry } from '../previous-blocks-entry.ts';
import { parseAs, type RecordingFiles } from '../recording-files.ts';
import { recordedTransaction, type RecordedTransaction, shardAccountCell, stepOf } from './recorded-transaction.ts';
import type { ReplayChain } from './replay-chain.ts';

const integer = z.union([z.int(), z.string().regex(/^\d+$/)]);

const schema = z.array(
  z.looseObject({
    name: z.string(),
    account: z.string().nullish(),
    account_old: z.string().nullish(),
    account_new: z.string().nullish(),
    transaction: z.string(),
    lt: integer.nullish(),
    now: integer.nullish(),
    orig_status: z.string().nullish(),
    end_status: z.string().nullish(),
    prev_trans_hash: z.string().nullish(),
    prev_trans_lt: integer.nullish(),
    transaction_hash: z.string().nullish(),
    config: z.string(),
    libraries: z.string().nullish(),
    rand_seed: z.string().nullish(),
    prev_blocks_info: z.unknown().optional(),
    prev_blocks_info_stack_boc: z.string().nullish(),
  }),
);
type EdgeCase = z.output<typeof schema>[number];

/** Returns true when a JSON value is a list of such cases. */
export function isEdgeCases(content: unknown): boolean {
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null && 'transaction' in first && 'config' in first && 'name' in first;
}

/** Reads `cases.json`: single transactions, with `Account` cells before and after in files beside it. */
export function readEdgeCases(content: unknown, path: string, files: RecordingFiles): ReplayChain[] {
  return parseAs(schema, content, path).map((recorded, index) => chainOf(recorded, { path, index, files }));
}

interface Source {
  readonly path: string;
  readonly index: number;
  readonly files: RecordingFiles;
}

function chainOf(recorded: EdgeCase, { path, index, files }: Source): ReplayChain {
  const { name } = recorded;
  const at = (member: string): string => `${path}: ${index}.${member}`;
  const bytes = (member: string, text: string): Uint8Array => files.bytesIn(text, at(member), path);
  const cellIn = (member: 'account_old' | 'account_new'): Cell | null => {
    const text = recorded[member];
    return typeof text === 'string' ? accountCell(rootCell(bytes(member, text), at(member))) : null;
  };
  const transaction = recordedTransaction(bytes('transaction', recorded.transaction), at('transaction'));
  const { rand_seed: seed, libraries, prev_trans_hash: previousHash, transaction_hash: stated } = recorded;
  const step = stepOf(transaction, typeof seed === 'string' ? hashBytes(seed, at('rand_seed')) : null);
  const after = cellIn('account_new');
  return {
    name,
    environment: {
      key: `${path} ${index} ${recorded.config}`,
      configBoc: bytes('config', recorded.config),
      previousBlocksBoc: previousBlocksOf(recorded, at, bytes),
    },
    librariesBoc: typeof libraries === 'string' ? bytes('libraries', libraries) : null,
    before: shardAccountCell(
      cellIn('account_old'),
      typeof previousHash === 'string' ? hashBytes(previousHash, at('prev_trans_hash')) : transaction.previousHash,
      BigInt(recorded.prev_trans_lt ?? transaction.previousLt),
    ),
    steps: [
      {
        ...step,
        name: `${name} ${step.name}`,
        transactionHash: typeof stated === 'string' ? hexOfHash(stated, at('transaction_hash')) : step.transactionHash,
        accountHash: after === null ? step.accountHash : hex(after.hash()),
        contradictions: contradictions(recorded, transaction, at),
      },
    ],
  };
}

/** Compares the case's own members with its transaction, so that a changed file is noticed. */
function contradictions(recorded: EdgeCase, found: RecordedTransaction, at: (member: string) => string): string[] {
  const { transaction_hash: hash, account, lt, now, orig_status: before, end_status: after } = recorded;
  const stated: readonly (readonly [string, string | null, string])[] = [
    ['transaction_hash', typeof hash === 'string' ? hexOfHash(hash, at('transaction_hash')) : null, found.hash],
    ['account', account?.toLowerCase().replace(/^-?\d+:/, '') ?? null, found.accountHash],
    ['lt', lt === null || lt === undefined ? null : String(lt), String(found.lt)],
    ['now', now === null || now === undefined ? null : String(now), String(found.now)],
    ['orig_status', before ?? null, found.statusBefore],
    ['end_status', after ?? null, found.statusAfter],
  ];
  return stated
    .filter(([, said, is]) => said !== null && said !== is)
    .map(([member, said, is]) => `${member} is recorded as ${said}, the recorded transaction has ${is}`);
}

function previousBlocksOf(
  { prev_blocks_info_stack_boc: boc, prev_blocks_info: nested }: EdgeCase,
  at: (member: string) => string,
  bytes: (member: string, text: string) => Uint8Array,
): Uint8Array | null {
  if (typeof boc === 'string') return bytes('prev_blocks_info_stack_boc', boc);
  if (nested === null || nested === undefined) return null;
  if (typeof nested === 'string') return bytes('prev_blocks_info', nested);
  return encodeStackValueBoc(previousBlocksEntry(nested, at('prev_blocks_info')));
}

/** Returns the `Account` of a `ShardAccount`. */
function accountCell(cell: Cell): Cell {
  const isShardAccount = cell.bitLength === 320 && cell.refs.length === 1;
  return isShardAccount ? cell.refs[0]! : cell;
}
