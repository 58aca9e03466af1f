/** How a value of a column is shown. */
type DetailKind = 'addr' | 'num' | 'int' | 'hash' | 'boc' | 'text' | 'bool' | 'opcode' | 'map' | 'list' | 'object';

const kinds: ReadonlySet<string> = new Set<DetailKind>([
  'addr',
  'num',
  'int',
  'hash',
  'boc',
  'text',
  'bool',
  'opcode',
  'map',
  'list',
  'object',
]);

export interface DetailField {
  readonly key: string;
  readonly kind: DetailKind;
  /** Undefined for a key that is never filled. */
  readonly column: string | undefined;
  /** The field of a composite column. */
  readonly field: string | undefined;
  /** Left out instead of null. */
  readonly isLeftOut: boolean;
}

const notation = /^(\w+)(\?)? (\w+)(?:=(\w*)(?:\.(\w*))?)?$/;

/**
 * Reads a list of fields in short notation, separated by commas: `key kind=column`. A `?` after the key means that the
 * key is left out when there is no value. `=.` is the field of the composite column with the name of the key, `=.name`
 * another field of it, and without `=` the value is always null.
 */
export function detailFields(composite: string, text: string): readonly DetailField[] {
  return text.split(',').map((part) => {
    const [, key, mark, kind, column, field] = notation.exec(part.trim()) ?? [];
    if (key === undefined || kind === undefined || !kinds.has(kind)) throw new TypeError(`Not a field: ${part}`);
    const isComposite = field !== undefined && column === '';
    return {
      key,
      kind: kind as DetailKind,
      column: isComposite ? composite : column,
      field: field === undefined ? undefined : field === '' ? key : field,
      isLeftOut: mark === '?',
    };
  });
}
