import { readdirSync } from 'node:fs';

/** Returns the open descriptors of a process: files, sockets, pipes. Needs the part `proc`. */
export function openDescriptors(pid: number | 'self' = 'self'): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
