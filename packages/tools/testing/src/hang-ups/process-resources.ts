import { readdirSync, readFileSync } from 'node:fs';

/** Descriptors that a process has open: files, sockets, pipes. Needs the part `proc`. */
export function openDescriptors(pid: number | 'self' = 'self'): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Memory that a process holds, bytes. */
export function residentBytes(pid: number | 'self' = 'self'): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? Number.NaN) * 1024;
}
