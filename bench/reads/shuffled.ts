/** The order is the same in every run. */
export function shuffled(values: readonly number[]): readonly number[] {
  const order = (value: number, index: number): number =>
    ((value * 2_654_435_761 + index * 40_503) % 4_294_967_296) >>> 0;
  return values
    .map((value, index) => ({ value, place: order(value, index) }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}
