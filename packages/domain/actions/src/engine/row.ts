/** A value of a column. Integers of any size are bigints; they become decimal text when the row is written. */
export type RowValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly RowValue[]
  | { readonly [field: string]: RowValue };

/** The columns of an action that its type fills. Columns of one type only are one object, named `<type>_data`. */
export interface Row {
  readonly source?: string | null | undefined;
  readonly source_secondary?: string | null | undefined;
  readonly destination?: string | null | undefined;
  readonly destination_secondary?: string | null | undefined;
  readonly asset?: string | null | undefined;
  readonly asset_secondary?: string | null | undefined;
  readonly asset2?: string | null | undefined;
  readonly asset2_secondary?: string | null | undefined;
  readonly amount?: bigint | null | undefined;
  readonly value?: bigint | null | undefined;
  readonly opcode?: number | null | undefined;
  readonly [column: `${string}_data`]: { readonly [field: string]: RowValue } | undefined;
  readonly value_extra_currencies?: Readonly<Record<string, string>> | undefined;
  readonly extra?: Readonly<Record<string, string>> | undefined;
}
