import type { TableDefinition } from '@tonriver/row-schema';
import { type AnyRow, isTextColumn, randomRows } from '@tonriver/row-schema/testing';
import fc from 'fast-check';

/** Rows of a table with values of every kind, extremes included. */
export function sampleRows(table: TableDefinition<AnyRow>): readonly AnyRow[] {
  const samples = fc.sample(randomRows(table.columns, isTextColumn), { numRuns: 60, seed: table.name.length });
  return distinctByKey(table, samples);
}

/** One row per sort key: the table keeps no more. */
export function distinctByKey(table: TableDefinition<AnyRow>, rows: readonly AnyRow[]): readonly AnyRow[] {
  const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const byKey = new Map(rows.map((row) => [asText(table.orderBy.map((name) => row[camel(name)])), row]));
  return [...byKey.values()];
}

/** Rows as comparable text, sorted: tables give them in their own order. */
export function asTexts(rows: readonly AnyRow[]): readonly string[] {
  return rows.map((row) => asText(row)).sort();
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return `${item}n`;
    // `Buffer.toJSON` has run by now on results, not on generated values: both become hex.
    if (item instanceof Uint8Array) return Buffer.from(item).toString('hex');
    if (isBufferJson(item)) return Buffer.from(item.data).toString('hex');
    return item;
  });
}

function isBufferJson(item: unknown): item is { readonly data: readonly number[] } {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'Buffer' && 'data' in item;
}
