/** Values by key, of which the oldest are forgotten. */
export interface KeptValues<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createKeptValues<Value>(entriesMax: number): KeptValues<Value> {
  const values = new Map<string, Value>();
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) {
        // Used again: it becomes the youngest.
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= entriesMax) break;
        values.delete(oldest);
      }
    },
  };
}
