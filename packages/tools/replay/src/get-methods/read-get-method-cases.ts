import { basename } from 'node:path';
import { joinedLibraries, type RecordedContract, type RecordedResult, recordedRecords } from '@tonriver/recordings';
import { formatAccountAddress } from '@tonriver/chain-model';
import { encodeStackValueBoc, type GetMethodCall } from '@tonriver/tvm';
import { z } from 'zod';
import { base64Bytes, hexOfHash, rootCell } from '../bags.ts';
import { previousBlocksEntry } from '../previous-blocks-entry.ts';
import { parseAs, type RecordingFiles } from '../recording-files.ts';
import { type Unreadable, unreadable } from '../recording-error.ts';
import type { GetMethodCase } from './get-method-case.ts';
import { readRecordedEntry, recordedEntrySchema } from './recorded-entry.ts';

const integer = z.union([z.int(), z.string().regex(/^-?\d+$/)]).transform(BigInt);

const resultSchema = z.looseObject({
  exit_code: integer,
  gas_used: integer.nullish(),
  stack_boc: z.string().nullish(),
  stack: z.array(recordedEntrySchema).nullish(),
  missing_library: z.string().nullish(),
});
const argumentsSchema = z.array(recordedEntrySchema);

export interface GetMethodCases {
  /** In the order of the file, including records that cannot be read. */
  readonly cases: readonly (GetMethodCase | Unreadable)[];
  /** Number of records without a result: there is nothing to compare. */
  readonly withoutResult: number;
}

/**
 * Reads a file of recorded get-methods: a list of records, one record, `{ contracts }` or `{ accounts }` with settings
 * for all. Throws `BadRecordingError` for a file of another form.
 */
export function readGetMethodCases(path: string, files: RecordingFiles): GetMethodCases {
  let withoutResult = 0;
  const cases = recordedRecords(path, files.named).flatMap((record): (GetMethodCase | Unreadable)[] => {
    const attempt = <Result>(read: () => Result): Result | Unreadable =>
      unreadable(`${basename(path)} ${record.place.member}`, read);
    const contract = attempt(() => record.read());
    if ('problem' in contract) return [contract];
    if (contract.results.length === 0) withoutResult++;
    return contract.results.map((result) => attempt(() => caseOf(contract, result)));
  });
  return { cases, withoutResult };
}

/** Returns true when a JSON value has one of these forms, judged by its first record. */
export function looksLikeGetMethods(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const list = Array.isArray(content)
    ? content
    : ((content as { contracts?: unknown }).contracts ?? (content as { accounts?: unknown }).accounts ?? [content]);
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first !== 'object' || first === null) return false;
  return 'address' in first && ('code_boc' in first || 'shard_account_boc' in first);
}

function caseOf(contract: RecordedContract, result: RecordedResult): GetMethodCase {
  const { file, member } = result.place;
  const members = parseAs(resultSchema, result.members, file, member);
  const args = parseAs(argumentsSchema, result.arguments, file, `${member}.args`);
  const { method, methodId } = result;
  const at = (name: string): string => `${file}: ${member}.${name}`;
  const stackBoc = typeof members.stack_boc === 'string' ? base64Bytes(members.stack_boc, at('stack_boc')) : null;
  if (stackBoc !== null) rootCell(stackBoc, at('stack_boc'));
  const { missing_library: missing } = members;
  const { state } = contract;
  return {
    name: `${basename(file)} ${contract.id ?? formatAccountAddress(contract.address)} ${method ?? methodId}`,
    hasContract: state.codeBoc !== null,
    call: {
      environment: environmentOf(contract, at('prev_blocks_info')),
      address: contract.address,
      balance: contract.balance,
      extraCurrencies: contract.extraCurrencies,
      randomSeed: contract.randomSeed,
      gasLimit: contract.gasLimit,
      codeBoc: state.codeBoc ?? emptyCell,
      dataBoc: state.dataBoc ?? emptyCell,
      librariesBoc: joinedLibraries([result.libraries, state.ownLibraries]).dictionary(),
      methodId,
      stack: args.map((entry, index) => readRecordedEntry(entry, at(`args.${index}`))),
    },
    expected: {
      exitCode: Number(members.exit_code),
      gasUsed: members.gas_used ?? null,
      stackBoc,
      stack: members.stack?.map((entry, index) => readRecordedEntry(entry, at(`stack.${index}`))) ?? null,
      missingLibrary: typeof missing === 'string' ? hexOfHash(missing, at('missing_library')) : null,
    },
  };
}

const emptyCell = new Uint8Array(Buffer.from('te6cckEBAQEAAgAAAEysuc0=', 'base64'));

function environmentOf(contract: RecordedContract, what: string): GetMethodCall['environment'] {
  const { config, previousBlocks, unixTime } = contract;
  const previousBlocksBoc =
    previousBlocks === null
      ? null
      : 'boc' in previousBlocks
        ? previousBlocks.boc
        : encodeStackValueBoc(previousBlocksEntry(previousBlocks.nested, what));
  const previousKey = previousBlocksBoc === null ? '' : Buffer.from(previousBlocksBoc).toString('base64');
  return { key: `${config.key} ${unixTime} ${previousKey}`, configBoc: config.bytes, previousBlocksBoc, unixTime };
}
