/** Does work that has the same name one after the other, and other work side by side. */
export interface Turns {
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(name, work) {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(name, mine);
      try {
        return await mine;
      } finally {
        if (last.get(name) === mine) last.delete(name);
      }
    },
  };
}
