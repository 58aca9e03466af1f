/** JSON as text, or as its bytes in UTF-8. */
export type JsonPiece = string | Uint8Array;

/** JSON as pieces that follow each other: a long answer is joined once, when it is whole. */
export type JsonText = readonly JsonPiece[];

/** Prints a value. */
export function textOf(value: unknown): JsonText {
  return [JSON.stringify(value)];
}

/** Joins printed items to an array. */
export function arrayText(items: readonly JsonText[]): JsonText {
  const pieces: JsonPiece[] = ['['];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(',');
    // A long item does not fit into the arguments of one call.
    for (const piece of item) pieces.push(piece);
  }
  pieces.push(']');
  return pieces;
}

/** Joins printed members to an object, in the order of the given one. */
export function objectText(members: Readonly<Record<string, JsonText>>): JsonText {
  const pieces: JsonPiece[] = ['{'];
  for (const [name, value] of Object.entries(members)) {
    if (pieces.length > 1) pieces.push(',');
    pieces.push(`${JSON.stringify(name)}:`);
    for (const piece of value) pieces.push(piece);
  }
  pieces.push('}');
  return pieces;
}

/** Returns the bytes of pieces, one after the other, in memory of their own. */
export function joinPieces(pieces: JsonText): Buffer {
  const length = pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length),
    0,
  );
  // A piece of Node's shared pool would keep all of that in memory.
  const joined = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') at += joined.write(piece, at);
    else {
      joined.set(piece, at);
      at += piece.length;
    }
  }
  return joined;
}
