interface PendingCall {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls to another thread that have no answer yet. */
export interface PendingCalls {
  /** Begins a call: `send` posts it under its number. A `send` that throws rejects it. */
  begin(send: (id: number) => void): Promise<never>;
  resolve(id: number, result: unknown): void;
  reject(id: number, error: unknown): void;
  /** No answer will come any more. */
  rejectAll(error: unknown): void;
}

export function createPendingCalls(): PendingCalls {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let ending: { readonly error: unknown } | undefined;
  const take = (id: number): PendingCall | undefined => {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  };
  return {
    begin: (send) =>
      new Promise((resolve, reject) => {
        if (ending !== undefined) return reject(ending.error);
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        try {
          send(id);
        } catch (error) {
          take(id);
          reject(error);
        }
      }),
    resolve: (id, result) => take(id)?.resolve(result as never),
    reject: (id, error) => take(id)?.reject(error),
    rejectAll(error) {
      ending ??= { error };
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    },
  };
}
