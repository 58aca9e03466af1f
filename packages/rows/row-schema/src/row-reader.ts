import type { ColumnList, RowOf } from './tables/table-definition.ts';

/**
 * A value for a `{name:Type}` placeholder. Bytes are bound as upper-case hex, because a binary string survives neither
 * a URL nor the embedded engine's binding: the SQL says `unhex({hash:String})`, or for many
 * `hash IN (SELECT unhex(arrayJoin({hashes:Array(String)})))`; see also `hashListSql`.
 */
export type QueryParameter = string | number | bigint | boolean | null | Uint8Array | readonly QueryParameter[];

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/**
 * All that a reader of rows needs of a store. Packages that know tables but no client take this; a `ClickHouseStore` is
 * one.
 */
export interface RowReader {
  /** Typed rows: `sql` must select exactly `columns`, in that order and under those names. */
  select<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters?: QueryParameters,
    bounds?: { readonly threadsMax?: number },
  ): Promise<RowOf<Columns>[]>;
}
