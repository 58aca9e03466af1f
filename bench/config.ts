import { z } from 'zod';

export const benchEnvironment = z.object({
  TONRIVER_BENCH_TRANSACTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000_000)
    .describe('storage: transactions to build; few of them say little about merged parts'),
});
