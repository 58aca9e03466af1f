/** The names of what the store keeps. Another form of a value gets another number. */
export function pendingKeys(network: string) {
  const prefix = `tonriver:pending:v1:${network}:`;
  return {
    /** All names begin so; the scripts add the rest. */
    prefix,
    /** The sealed trace. `key` is that of the trace. */
    trace: (key: string): string => `${prefix}trace:${key}`,
    /** The sealed number of partitions, while all live traces of this one are there. */
    confirmed: (partition: number): string => `${prefix}confirmed:${partition}`,
  };
}

export type PendingKeys = ReturnType<typeof pendingKeys>;
