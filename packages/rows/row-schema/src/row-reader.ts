import type { ColumnList, RowOf } from './tables/table-definition.ts';

/**
 * A value for a `{name:Type}` placeholder. Bytes are bound as upper-case hex, because neither a URL nor the embedded
 * engine's binding transports binary strings. The SQL decodes them: use `hashSql` and `hashListSql`.
 */
export type QueryParameter = string | number | bigint | boolean | null | Uint8Array | readonly QueryParameter[];

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

/**
 * The one method of a store that code reading rows needs. Packages that know the tables but not the client depend on
 * this interface; `ClickHouseStore` implements it.
 */
export interface RowReader {
  /** Returns typed rows. `sql` must select exactly `columns`, in the same order and under the same names. */
  select<const Columns extends ColumnList>(
    columns: Columns,
    sql: string,
    parameters?: QueryParameters,
    bounds?: { readonly threadsMax?: number; readonly onlyReads?: readonly string[] },
  ): Promise<RowOf<Columns>[]>;
}
