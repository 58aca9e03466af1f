/** What a rendered decoding consists of: plain JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; the order of its keys is the order in which it prints. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
