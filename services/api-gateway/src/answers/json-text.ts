/** JSON as it stands in an answer: UTF-8. */
export type JsonText = Uint8Array;

/** Prints a value. */
export function textOf(value: unknown): JsonText {
  return Buffer.from(JSON.stringify(value));
}

/** Joins printed items to an array. */
export function arrayText(items: readonly JsonText[]): JsonText {
  const pieces: JsonText[] = [opening.array];
  for (const [index, item] of items.entries()) {
    if (index > 0) pieces.push(comma);
    pieces.push(item);
  }
  pieces.push(closing.array);
  return Buffer.concat(pieces);
}

/** Joins printed members to an object, in the order of the given one. */
export function objectText(members: Readonly<Record<string, JsonText>>): JsonText {
  const pieces: JsonText[] = [opening.object];
  for (const [name, value] of Object.entries(members)) {
    if (pieces.length > 1) pieces.push(comma);
    pieces.push(Buffer.from(`${JSON.stringify(name)}:`), value);
  }
  pieces.push(closing.object);
  return Buffer.concat(pieces);
}

const comma = Buffer.from(',');
const opening = { array: Buffer.from('['), object: Buffer.from('{') };
const closing = { array: Buffer.from(']'), object: Buffer.from('}') };
