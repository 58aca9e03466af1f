import { CellBuilder, writeBag } from '@tonriver/boc';
import { ChainModelError, parseAddress, storeMessageAddress } from '@tonriver/chain-model';
import type { StackEntry } from '@tonriver/tvm';
import { z } from 'zod';
import { base64Bytes } from '../bags.ts';
import { RecordingError } from '../recording-error.ts';
import { parseAs } from '../recording-files.ts';
import type { RecordedEntry } from './get-method-case.ts';

/** An entry of a recorded stack, in arguments and results. */
export const recordedEntrySchema: z.ZodType<RecordedEntry> = z.looseObject({
  type: z.string(),
  value: z.unknown().optional(),
  boc: z
    .string()
    .nullish()
    .transform((boc) => boc ?? undefined),
  address: z.unknown().optional(),
  get items() {
    return z
      .array(recordedEntrySchema)
      .nullish()
      .transform((items) => items ?? undefined);
  },
}) as unknown as z.ZodType<RecordedEntry>;

/** Reads an entry; `what` names it in errors (`recording_unknown_form` for an unknown type). */
export function readRecordedEntry(entry: RecordedEntry, what: string): StackEntry {
  switch (entry.type) {
    case 'num':
    case 'int':
    case 'integer':
    case 'number':
      return readNumber(entry.value, what);
    case 'nan':
      return { type: 'nan' };
    case 'null':
      return { type: 'null' };
    case 'cell':
    case 'slice':
    case 'builder':
      return typeof entry.boc !== 'string' && typeof entry.address === 'string'
        ? addressSlice(entry.address, what)
        : { type: entry.type, boc: base64Bytes(entry.boc ?? textOf(entry.value, what), what) };
    case 'slice_addr':
    case 'addr':
    case 'address':
      return addressSlice(entry.value ?? entry.address, what);
    case 'tuple':
      return { type: 'tuple', items: itemsOf(entry, what).map((item) => readRecordedEntry(item, what)) };
    case 'list':
      return listOf(itemsOf(entry, what).map((item) => readRecordedEntry(item, what)));
    case 'cont':
    case 'continuation':
      return { type: 'continuation' };
    default:
      throw new RecordingError('recording_unknown_form', `${what}: there is no stack entry of type ${entry.type}`, {
        type: entry.type,
      });
  }
}

function readNumber(value: unknown, what: string): StackEntry {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RecordingError('recording_unknown_form', `${what}: ${value} is not a whole number`, { value });
  }
  const text = typeof value === 'number' ? String(value) : textOf(value, what);
  if (/^nan$/i.test(text)) return { type: 'nan' };
  const parts = /^([+-]?)(0x[0-9a-f]+|\d+)$/i.exec(text.trim());
  if (parts === null) throw new RecordingError('recording_unknown_form', `${what}: ${text} is not a number`, { text });
  const absolute = BigInt(parts[2] ?? '');
  return { type: 'number', value: parts[1] === '-' ? -absolute : absolute };
}

function itemsOf({ items, value }: RecordedEntry, what: string): readonly RecordedEntry[] {
  if (items !== undefined) return items;
  if (value === null) return [];
  return parseAs(z.array(recordedEntrySchema), value, what);
}

/** Builds a list: nested pairs of head and rest, with null at the end. */
function listOf(items: readonly StackEntry[]): StackEntry {
  return items.reduceRight<StackEntry>((rest, item) => ({ type: 'tuple', items: [item, rest] }), { type: 'null' });
}

function addressSlice(value: unknown, what: string): StackEntry {
  const text = textOf(value, what);
  try {
    const builder = new CellBuilder();
    storeMessageAddress(builder, parseAddress(text));
    return { type: 'slice', boc: writeBag([builder.endCell()]) };
  } catch (error) {
    if (!(error instanceof ChainModelError)) throw error;
    throw new RecordingError('recording_unreadable', `${what}: ${text} is no address`, { text }, { cause: error });
  }
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new RecordingError('recording_unknown_form', `${what}: a stack entry has no value`);
}
