/** JSON in UTF-8, as pieces that follow each other: a long answer is joined once, when it is whole. */
export type JsonText = readonly Uint8Array[];

/** Prints a value. */
export function textOf(value: unknown): JsonText {
  return [Buffer.from(JSON.stringify(value))];
}

/** Joins printed items to an array. */
export function arrayText(items: readonly JsonText[]): JsonText {
  const pieces: Uint8Array[] = [opening.array];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(comma);
    // A long item does not fit into the arguments of one call.
    for (const piece of item) pieces.push(piece);
  }
  pieces.push(closing.array);
  return pieces;
}

/** Joins printed members to an object, in the order of the given one. */
export function objectText(members: Readonly<Record<string, JsonText>>): JsonText {
  const pieces: Uint8Array[] = [opening.object];
  for (const [name, value] of Object.entries(members)) {
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(Buffer.from(`${JSON.stringify(name)}:`));
    for (const piece of value) pieces.push(piece);
  }
  pieces.push(closing.object);
  return pieces;
}

const comma = Buffer.from(',');
const opening = { array: Buffer.from('['), object: Buffer.from('{') };
const closing = { array: Buffer.from(']'), object: Buffer.from('}') };
