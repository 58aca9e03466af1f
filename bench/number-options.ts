/** Reads numbers of the command line, and ends the process with the way out when one does not fit. */
export interface NumberOptions<Name extends string> {
  /** Numbers with commas between them; at least one, each at least `least`. */
  many(name: Name, otherwise: string, least?: number): readonly number[];
  one(name: Name, otherwise: number, least?: number): number;
}

/** @param command what the caller typed, without options */
export function numberOptions<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  command: string,
): NumberOptions<Name> {
  const many: NumberOptions<Name>['many'] = (name, otherwise, least = 1) => {
    const numbers = String(values[name] ?? otherwise)
      .split(',')
      .map(Number);
    if (numbers.every((number) => Number.isSafeInteger(number) && number >= least)) return numbers;
    console.error(`--${name}: numbers from ${least} on. Run "${command} -- --help" to see every option.`);
    process.exit(1);
  };
  return {
    many,
    one(name, otherwise, least) {
      const [number = otherwise, ...others] = many(name, String(otherwise), least);
      if (others.length === 0) return number;
      console.error(`--${name}: one number. Run "${command} -- --help" to see every option.`);
      process.exit(1);
    },
  };
}
