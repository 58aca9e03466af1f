import { readdirSync, readFileSync } from 'node:fs';
import { Bag, CellBuilder, writeBag } from '@tonriver/boc';
import { parseAccountAddress, standardAddress, storeMessageAddress } from '@tonriver/chain-model';
import type { RecordedData } from '@tonriver/testing';

/** One entry of a recorded stack. */
export type RecordedEntry =
  | { readonly type: 'null' }
  | { readonly type: 'num'; readonly value: string }
  | { readonly type: 'cell' | 'slice'; readonly boc: string }
  | { readonly type: 'tuple'; readonly items: readonly RecordedEntry[] };

export interface RecordedArgument {
  readonly type: 'num' | 'cell' | 'slice_addr' | 'slice';
  readonly value?: string;
  readonly boc?: string;
}

/** A recorded call and its result. */
export interface RecordedCase {
  readonly name: string;
  readonly address: string;
  readonly method: string | number;
  readonly args: readonly RecordedArgument[];
  readonly exitCode: number;
  readonly gasUsed: number;
  /** Null where only the exit code counts. */
  readonly stack: readonly RecordedEntry[] | null;
}

interface Result {
  readonly method?: string | null;
  readonly method_id: number;
  readonly exit_code: number;
  readonly gas_used: number;
  readonly stack: readonly RecordedEntry[] | null;
}

interface RecordedFile {
  readonly contracts?: readonly {
    readonly id: string;
    readonly address: string;
    readonly reference: readonly Result[];
  }[];
  readonly accounts?: readonly { readonly address: string; readonly results?: readonly Result[] }[];
}

interface RecordedRow {
  readonly id: string;
  readonly address: string;
  readonly method: string | null;
  readonly args: readonly RecordedArgument[];
  readonly reference: Result;
}

/** Returns every file of recorded get-methods. */
export function recordedFiles(data: RecordedData): readonly string[] {
  const folder = data.path('accounts', 'getmethods');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => data.path('accounts', 'getmethods', name));
}

/** Reads the cases of a file, independently of the tested code. */
export function recordedCases(file: string): RecordedCase[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as RecordedFile | readonly RecordedRow[];
  const caseOf = (name: string, address: string, args: readonly RecordedArgument[], result: Result): RecordedCase => ({
    name: `${name} ${result.method ?? result.method_id}`,
    address,
    method: result.method ?? result.method_id,
    args,
    exitCode: result.exit_code,
    gasUsed: result.gas_used,
    stack: result.stack,
  });
  if ('length' in content) {
    return content.map((row) => caseOf(row.id, row.address, row.args, { ...row.reference, method: row.method }));
  }
  return [
    ...(content.contracts ?? []).flatMap(({ id, address, reference }) =>
      reference.map((result) => caseOf(id, address, [], result)),
    ),
    ...(content.accounts ?? []).flatMap(({ address, results = [] }) =>
      results.map((result) => caseOf(address, address, [], result)),
    ),
  ];
}

/** Returns a recorded argument in the form of v3. */
export function argumentOfV3({ type, value = '', boc = '' }: RecordedArgument): { type: string; value: string } {
  if (type === 'num') return { type, value };
  return type === 'slice_addr' ? { type: 'slice', value: addressBoc(value) } : { type, value: boc };
}

/** Returns a recorded argument in the form of v2. */
export function argumentOfV2(argument: RecordedArgument): readonly [string, string] {
  const { type, value } = argumentOfV3(argument);
  return [{ num: 'num', cell: 'tvm.Cell', slice: 'tvm.Slice' }[type] ?? type, value];
}

function addressBoc(text: string): string {
  const builder = new CellBuilder();
  storeMessageAddress(builder, standardAddress(parseAccountAddress(text)));
  return Buffer.from(writeBag([builder.endCell()])).toString('base64');
}

/** Returns the hash of a bag's root. Checks that the bag has a checksum and no index. */
export function hashOfBag(base64: string): string {
  if (!base64.startsWith('te6cck')) return `not in the node's form: ${base64.slice(0, 12)}`;
  const bag = Bag.parse(Buffer.from(base64, 'base64'));
  return Buffer.from(bag.hash(bag.root)).toString('hex');
}

/** Returns the items of a list: `[a, [b, null]]` → a, b; undefined for a tuple that is not a list. */
export function listOf(entry: RecordedEntry): readonly RecordedEntry[] | undefined {
  const items: RecordedEntry[] = [];
  let rest: RecordedEntry | undefined = entry;
  while (rest?.type === 'tuple' && rest.items.length === 2) {
    const [head, tail]: readonly RecordedEntry[] = rest.items;
    if (head !== undefined) items.push(head);
    rest = tail;
  }
  return rest?.type === 'null' ? items : undefined;
}
