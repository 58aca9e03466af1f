/** A JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Its keys are printed in their order. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
