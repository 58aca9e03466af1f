import { readdirSync } from 'node:fs';

/** Descriptors that a process has open: files, sockets, pipes. Needs the part `proc`. */
export function openDescriptors(pid: number | 'self' = 'self'): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
