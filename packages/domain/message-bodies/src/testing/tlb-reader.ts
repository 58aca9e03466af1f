/** A type as TL-B writes it. Integers of types, such as the 16 of `VarUInteger 16`, are types here too. */
export type TlbType =
  /** A name with its arguments: `uint64`, `Maybe X`, `## 8`, `#`. */
  | { readonly kind: 'name'; readonly name: string; readonly parameters: readonly TlbType[] }
  /** `^T`. */
  | { readonly kind: 'reference'; readonly type: TlbType }
  /** `[ fields ]`. */
  | { readonly kind: 'record'; readonly fields: readonly TlbField[] }
  | { readonly kind: 'number'; readonly value: number }
  /** `a * b`, `a + b`. */
  | { readonly kind: 'operation'; readonly operator: string; readonly operands: readonly TlbType[] };

export interface TlbField {
  /** Empty for an unnamed field. */
  readonly name: string;
  readonly type: TlbType;
  /** `flags . 0?T` or `flags?T`. */
  readonly when: { readonly field: string; readonly bit: number | undefined } | undefined;
}

/** `{ flags <= 1 }`. */
export interface TlbConstraint {
  readonly field: string;
  readonly relation: string;
  readonly value: number;
}

export interface TlbFields {
  readonly fields: readonly TlbField[];
  readonly constraints: readonly TlbConstraint[];
}

const token = /\s+|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|##|#<=|#<|#|<=|>=|[:^?.()[\]{}*+~=,]/gy;

/** Reads the fields of a constructor: what stands between its tag and the equals sign. @throws for another text */
export function readTlbFields(text: string): TlbFields {
  const reader = new Reader(text);
  const fields = reader.fields();
  if (reader.next !== undefined) throw new Error(`Unexpected "${reader.next}" in: ${text}`);
  return fields;
}

/** Reads one type. @throws for another text */
export function readTlbType(text: string): TlbType {
  const reader = new Reader(`(${text})`);
  return reader.term();
}

class Reader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    const tokens = [...text.matchAll(token)].map(([match]) => match);
    if (tokens.join('') !== text) throw new Error(`Not TL-B after "${tokens.join('')}": ${text}`);
    this.#tokens = tokens.filter((match) => match.trim() !== '');
  }

  get next(): string | undefined {
    return this.#tokens[this.#position];
  }

  fields(): TlbFields {
    const fields: TlbField[] = [];
    const constraints: TlbConstraint[] = [];
    while (this.next !== undefined && this.next !== ']') {
      if (this.next === '{') constraints.push(...this.#braces());
      else fields.push(this.#field());
    }
    return { fields, constraints };
  }

  /** A type without parameters of its own: in brackets, behind `^`, or one word. */
  term(): TlbType {
    const word = this.#take();
    if (word === '^') return { kind: 'reference', type: this.term() };
    if (word === '[') {
      const { fields } = this.fields();
      this.#expect(']');
      return { kind: 'record', fields };
    }
    if (word === '(') {
      const type = this.#expression();
      this.#expect(')');
      return type;
    }
    if (/^[0-9]/.test(word)) return { kind: 'number', value: Number(word) };
    return { kind: 'name', name: word, parameters: [] };
  }

  #field(): TlbField {
    const isNamed = this.#tokens[this.#position + 1] === ':';
    const name = isNamed ? this.#take() : '_';
    if (isNamed) this.#expect(':');
    const when = this.#condition();
    return { name: name === '_' ? '' : name, type: this.term(), when };
  }

  #condition(): TlbField['when'] {
    const [field, second, third, fourth] = this.#tokens.slice(this.#position);
    if (second === '?') {
      this.#position += 2;
      return { field: field!, bit: undefined };
    }
    if (second !== '.' || fourth !== '?') return undefined;
    this.#position += 4;
    return { field: field!, bit: Number(third) };
  }

  /** Implicit parameters, such as `{X:Type}` and `{n:#}`, say nothing that a cell contains. */
  #braces(): TlbConstraint[] {
    this.#expect('{');
    const [field, relation, value] = this.#tokens.slice(this.#position);
    while (this.#take() !== '}') if (this.next === undefined) throw new Error(`No end of a brace in: ${this.#text}`);
    return relation === ':' ? [] : [{ field: field!, relation: relation!, value: Number(value) }];
  }

  /** What stands in brackets: a name with its arguments, or a sum or product. */
  #expression(): TlbType {
    const first = this.term();
    if (this.next === '*' || this.next === '+') {
      const operator = this.#take();
      return { kind: 'operation', operator, operands: [first, this.term()] };
    }
    const parameters: TlbType[] = [];
    while (this.next !== ')') parameters.push(this.term());
    if (parameters.length === 0) return first;
    if (first.kind !== 'name') throw new Error(`Only a name has arguments: ${this.#text}`);
    return { ...first, parameters };
  }

  #take(): string {
    const word = this.next;
    if (word === undefined) throw new Error(`Ends too early: ${this.#text}`);
    this.#position += 1;
    return word;
  }

  #expect(word: string): void {
    const found = this.#take();
    if (found !== word) throw new Error(`"${found}" where "${word}" is expected: ${this.#text}`);
  }
}
