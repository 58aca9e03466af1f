/** Equal connections, each for one caller at a time. Callers wait in order. */
export interface Pool<Connection> {
  use<Result>(action: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Closes each connection when it is not in use any more. */
  close(): Promise<void>;
}

/** Opens `size` connections. */
export async function createPool<Connection extends { close(): Promise<void> }>(
  connect: () => Promise<Connection>,
  size: number,
): Promise<Pool<Connection>> {
  const all: Connection[] = [];
  for (let index = 0; index < size; index++) all.push(await connect());
  const idle = [...all];
  const waiting: ((connection: Connection) => void)[] = [];

  const acquire = (): Promise<Connection> => {
    const connection = idle.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };
  return {
    async use(action) {
      const connection = await acquire();
      try {
        return await action(connection);
      } finally {
        release(connection);
      }
    },
    async close() {
      for (let index = 0; index < all.length; index++) await (await acquire()).close();
    },
  };
}
