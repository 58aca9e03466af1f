import type { BodyType, Constructor, Field } from '../schema-language.ts';
import { readTlbFields, readTlbType, type TlbConstraint, type TlbField, type TlbType } from './tlb-reader.ts';

/** One line of `message-layouts.jsonl`: a constructor in TL-B, in parts. */
export interface Layout {
  /** From 1. */
  readonly line: number;
  /** `_` for an anonymous constructor. */
  readonly name: string;
  /** `#0f8a7ea5`, `$01`; `#_`, `$_` or null for none. */
  readonly tag: string | null;
  readonly fields: string;
  /** With its parameters: `DedustProof X`. */
  readonly type: string;
}

/** The TL-B types that stand for the parameters of the type that is compared. */
type Bindings = ReadonlyMap<string, TlbType>;

const noBindings: Bindings = new Map();

/** Compares schemas with layouts, with all types that they refer to, and remembers which lines were compared. */
export class LayoutComparison {
  /** Each compared line with what differs, which is nothing where all is well. */
  readonly differences = new Map<number, string[]>();
  readonly #byType = new Map<string, readonly Layout[]>();
  readonly #compared = new Map<BodyType, Set<string>>();

  constructor(layouts: readonly Layout[]) {
    for (const layout of layouts) {
      const head = headOf(layout.type);
      this.#byType.set(head, [...this.layoutsOf(head), layout]);
    }
  }

  /** The lines whose type has this name, without parameters. */
  layoutsOf(type: string): readonly Layout[] {
    return this.#byType.get(type) ?? [];
  }

  compare(schema: Constructor, layout: Layout, bindings: Bindings = noBindings): void {
    const found = this.differences.get(layout.line) ?? [];
    this.differences.set(layout.line, found);
    const differs = (what: string, inSchema: unknown, inLayout: unknown): void => {
      found.push(`${layout.name}, ${what}: ${text(inSchema)} instead of ${text(inLayout)}`);
    };
    if (schema.name !== nameOf(layout)) differs('name', schema.name, layout.name);
    const tag = tagOf(layout.tag);
    if (schema.tag !== tag.tag || schema.tagBits !== tag.tagBits) differs('tag', schema.tag, layout.tag);
    const { fields, constraints } = readTlbFields(layout.fields);
    this.#compareFields(schema.fields, fields, { constraints, bindings, differs });
  }

  #compareFields(schema: readonly Field[], layout: readonly TlbField[], context: FieldContext): void {
    const { constraints, bindings, differs } = context;
    if (schema.length !== layout.length) differs('number of fields', schema.length, layout.length);
    for (const [index, tlb] of layout.entries()) {
      const field = schema[index];
      if (field === undefined) return;
      const { name, type, ...options } = field;
      if (name !== tlb.name) differs('name of a field', name, tlb.name);
      const expected = optionsOf(tlb, constraints);
      if (text(sorted(options)) !== text(sorted(expected))) differs(`conditions of ${name}`, options, expected);
      const isParameter = tlb.type.kind === 'name' && bindings.has(tlb.type.name);
      if (isParameter && type.kind !== 'argument') differs(`type of ${name}`, type.kind, 'argument');
      const inner = isParameter && type.kind === 'argument' ? type.value : type;
      this.#compareType(inner, tlb.type, {
        bindings,
        differs: (_what, ...both) => differs(`type of ${name}`, ...both),
      });
    }
  }

  #compareType(lazyType: BodyType, tlb: TlbType, context: TypeContext): void {
    const type = lazyType.kind === 'lazy' ? lazyType.type() : lazyType;
    const { bindings, differs } = context;
    const bound = tlb.kind === 'name' ? bindings.get(tlb.name) : undefined;
    if (bound !== undefined) return this.#compareType(type, bound, context);
    if (tlb.kind === 'reference') return this.#compareReference(type, tlb.type, context);
    if (tlb.kind !== 'name') return differs('type', type.kind, tlb.kind);
    const plain = plainType(tlb);
    if (plain !== undefined) return text(type) === text(plain) ? undefined : differs('type', type, plain);
    const [first, second] = tlb.parameters;
    switch (tlb.name) {
      case 'Maybe':
        if (type.kind === 'maybe') return this.#compareType(type.value, first!, context);
        break;
      case 'InvertedMaybe':
        if (type.kind === 'inverted_maybe') return this.#compareType(type.value, first!, context);
        break;
      case 'Either':
        if (type.kind !== 'either') break;
        this.#compareType(type.first, first!, context);
        return this.#compareType(type.second, second!, context);
      case 'Hashmap':
      case 'HashmapE':
        if (type.kind !== 'hashmap' || type.isOptional !== (tlb.name === 'HashmapE')) break;
        if (type.keyBits !== numberIn(first)) differs('key', type.keyBits, numberIn(first));
        return this.#compareType(type.value, second!, context);
      case 'OutList':
        if (type.kind === 'out_list') return this.#compareType(type.action, readTlbType('OutAction'), context);
        break;
      case 'WalletV1toV4Msgs':
        if (type.kind === 'wallet_messages') {
          return this.#compareType(type.pair, readTlbType('ModeWithMessage'), context);
        }
        break;
      case 'W5ExtendedActionList':
        if (type.kind !== 'by_references') break;
        // The list without a length: its last line is the first.
        return this.#compareConstructors(
          type,
          [...constructorsIn(type.none), ...constructorsIn(type.some)],
          tlb,
          context,
        );
      default:
        if (type.kind === 'union') return this.#compareConstructors(type, type.constructors, tlb, context);
    }
    return differs('type', type.kind, tlb);
  }

  #compareReference(type: BodyType, inner: TlbType, context: TypeContext): void {
    const { bindings, differs } = context;
    if (inner.kind === 'name' && inner.name === 'Cell') {
      if (type.kind !== 'cell') differs('type', type.kind, '^Cell');
      return;
    }
    if (type.kind !== 'reference') return differs('type', type.kind, { kind: 'reference', type: inner });
    if (inner.kind !== 'record') return this.#compareType(type.value, inner, context);
    const [only, ...others] = constructorsIn(type.value);
    if (only === undefined || others.length > 0 || only.name !== undefined || only.tagBits > 0) {
      return differs('type', type.value.kind, '^[ … ]');
    }
    return this.#compareFields(only.fields, inner.fields, { constraints: [], bindings, differs });
  }

  /** Compares a named type. A constructor without a tag comes last in a schema: it is what no other tag says. */
  #compareConstructors(
    type: BodyType,
    constructors: readonly Constructor[],
    tlb: TlbType & { kind: 'name' },
    context: TypeContext,
  ): void {
    const lines = this.layoutsOf(tlb.name).toSorted((one, other) => hasNoTag(one) - hasNoTag(other));
    if (lines.length !== constructors.length) {
      context.differs(`constructors of ${tlb.name}`, constructors.length, lines.length);
      return;
    }
    const compared = this.#compared.get(type) ?? new Set();
    this.#compared.set(type, compared);
    if (compared.has(text(tlb))) return;
    compared.add(text(tlb));
    for (const [index, layout] of lines.entries()) {
      const parameters = layout.type.split(' ').slice(1);
      const bindings = new Map(parameters.map((name, position) => [name, tlb.parameters[position]!]));
      this.compare(constructors[index]!, layout, bindings);
    }
  }
}

type Differs = (what: string, inSchema: unknown, inLayout: unknown) => void;

interface TypeContext {
  readonly bindings: Bindings;
  readonly differs: Differs;
}

interface FieldContext extends TypeContext {
  readonly constraints: readonly TlbConstraint[];
}

/** The names of TL-B types that are types of the language without parameters. */
const plainTypes: Readonly<Record<string, BodyType>> = {
  '#': { kind: 'uint', bits: 32 },
  Bool: { kind: 'bool' },
  Bit: {
    kind: 'union',
    constructors: [{ name: undefined, tag: 0, tagBits: 0, fields: [{ name: 'bit', type: { kind: 'uint', bits: 1 } }] }],
  },
  Coins: { kind: 'var_uint', lengthBits: 4, wrapper: 'nanocoins' },
  Grams: { kind: 'var_uint', lengthBits: 4, wrapper: 'nanograms' },
  MsgAddress: { kind: 'address', isExternalAllowed: true, isInternalAllowed: true },
  MsgAddressInt: { kind: 'address', isExternalAllowed: false, isInternalAllowed: true },
  MsgAddressExt: { kind: 'address', isExternalAllowed: true, isInternalAllowed: false },
  Cell: { kind: 'rest' },
  Any: { kind: 'rest' },
  SnakeString: { kind: 'snake_text' },
  Text: { kind: 'chunked_text' },
};

/** The type that is written without types of its own. */
function plainType({ name, parameters }: TlbType & { kind: 'name' }): BodyType | undefined {
  const [parameter] = parameters;
  const [, word, digits] = /^(uint|int|bits)([0-9]+)$/.exec(name) ?? [];
  if (word !== undefined) return { kind: word as 'uint' | 'int' | 'bits', bits: Number(digits) };
  if (name === '##') return { kind: 'uint', bits: numberIn(parameter) };
  if (name === 'VarUInteger') {
    return { kind: 'var_uint', lengthBits: 32 - Math.clz32(numberIn(parameter) - 1), wrapper: 'none' };
  }
  if (name === 'bits' && parameter?.kind === 'operation' && parameter.operator === '*') {
    const [length, factor] = parameter.operands;
    if (length?.kind === 'name' && numberIn(factor) === 8) return { kind: 'sized_bytes', lengthField: length.name };
  }
  return plainTypes[name];
}

function optionsOf({ name, when }: TlbField, constraints: readonly TlbConstraint[]): Omit<Field, 'name' | 'type'> {
  const options: { min?: number; max?: number; when?: { field: string; bit?: number } } = {};
  for (const { relation, value } of constraints.filter(({ field }) => field === name)) {
    // No unsigned number is below 0.
    if (relation === '=' || (relation === '>=' && value > 0)) options.min = value;
    if (relation === '=' || relation === '<=') options.max = value;
  }
  if (when !== undefined) {
    options.when = when.bit === undefined ? { field: when.field } : { field: when.field, bit: when.bit };
  }
  return options;
}

function constructorsIn(type: BodyType): readonly Constructor[] {
  return type.kind === 'union' ? type.constructors : [];
}

function numberIn(type: TlbType | undefined): number {
  return type?.kind === 'number' ? type.value : Number.NaN;
}

function headOf(type: string): string {
  return type.split(' ')[0]!;
}

function nameOf({ name }: Layout): string | undefined {
  return name === '_' ? undefined : name;
}

function hasNoTag({ tag }: Layout): number {
  return tagOf(tag).tagBits === 0 ? 1 : 0;
}

function tagOf(tag: string | null): { readonly tag: number; readonly tagBits: number } {
  if (tag === null || tag.endsWith('_')) return { tag: 0, tagBits: 0 };
  const digits = tag.slice(1);
  return tag.startsWith('$')
    ? { tag: Number.parseInt(digits, 2), tagBits: digits.length }
    : { tag: Number.parseInt(digits, 16), tagBits: digits.length * 4 };
}

function sorted(options: object): object {
  return Object.fromEntries(Object.entries(options).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
