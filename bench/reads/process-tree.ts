import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Returns the processor time of a process and of all processes under it that still run, in ms. */
export function cpuMsOfTree(root: number): number {
  const processes = new Map<number, { readonly parent: number; readonly ticks: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat !== undefined) processes.set(Number(name), stat);
  }
  let ticks = 0;
  for (const [pid, { ticks: own }] of processes) if (isUnder(pid, root)) ticks += own;
  return ticks * MS_PER_TICK;

  function isUnder(pid: number, wanted: number): boolean {
    for (let at: number | undefined = pid; at !== undefined; at = processes.get(at)?.parent) {
      if (at === wanted) return true;
    }
    return false;
  }
}

function readStat(name: string): { readonly parent: number; readonly ticks: number } | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    // It ended meanwhile.
    return undefined;
  }
  // The second field is the name in brackets, which may have spaces. After it: state, parent, … and as fields 14 and 15
  // of the line user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
