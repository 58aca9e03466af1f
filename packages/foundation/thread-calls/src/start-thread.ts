import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread that runs a TypeScript file. Options of Node that this process was started with are not for it. */
export function startThread(entry: URL, options: Omit<WorkerOptions, 'argv' | 'execArgv'>): Worker {
  const first = new URL('./type-script-thread.mjs', import.meta.url);
  return new Worker(first, { ...options, argv: [entry.href], execArgv: [] });
}
