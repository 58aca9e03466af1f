import { readdirSync, readFileSync } from 'node:fs';

/** Memory of the processes whose command line has a word, bytes: that of Node, which holds most. */
export function residentBytesOf(word: string): number {
  let bytes = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    const read = (file: string): string => {
      try {
        return readFileSync(`/proc/${name}/${file}`, 'utf8');
      } catch {
        // It ended meanwhile.
        return '';
      }
    };
    if (!read('cmdline').split('\0').includes(word)) continue;
    bytes = Math.max(bytes, Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(read('status'))?.[1] ?? 0) * 1_024);
  }
  return bytes;
}
