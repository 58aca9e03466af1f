import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventually,
  freePort,
  nodeOptionsOfImage,
  repositoryRoot,
  startSupervised,
  temporaryDirectory,
} from '@tonriver/testing';

/** Processor time that a process used since it was ready, and its largest memory. */
interface Usage {
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
}

/** A program of this repository as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  usage(): Usage;
  /** A value of its `/metrics`; 0 while it has none. */
  metric(name: string): Promise<number>;
  /** Resolves with its output when it has ended. */
  ended(timeoutMs: number): Promise<string>;
  stop(): Promise<void>;
}

interface ServiceProgram {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The variable of its port, and where it says that it is ready; absent: it is not waited for. */
  readonly listens?: { readonly portVariable: string; readonly readyPath: string };
}

const typeScript = import.meta.resolve('@tonriver/strip-types');
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const READY_MS_MAX = 120_000;

/** Starts a program as the image does (`deploy/start-service.sh`) and waits until it is ready. */
export async function startServiceProcess({ file, environment, listens }: ServiceProgram): Promise<ServiceProcess> {
  const directory = temporaryDirectory();
  const port = await freePort();
  const all = { ...environment, ...(listens === undefined ? {} : { [listens.portVariable]: String(port) }) };
  const settings = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const node = [process.execPath, ...nodeOptionsOfImage(), '--import', typeScript, join(repositoryRoot, file)];
  const command: [string, ...string[]] = ['env', ...settings, ...node];
  const running = await startSupervised({ name: file, command, directory: directory.path });
  const url = `http://127.0.0.1:${port}`;
  if (listens !== undefined) {
    const isReady = async (): Promise<boolean> => (await fetch(`${url}${listens.readyPath}`)).status === 200;
    await eventually(isReady, { timeoutMs: READY_MS_MAX, intervalMs: 50 }).catch((cause: unknown) => {
      throw new Error(`${file} is not ready. It said:\n${running.output()}`, { cause });
    });
  }
  const cpuAtStart = listens === undefined ? 0 : cpuSecondsOf(running.pid);
  return {
    url,
    usage: () => ({
      cpuSeconds: cpuSecondsOf(running.pid) - cpuAtStart,
      peakMemoryMb:
        Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${running.pid}/status`, 'utf8'))?.[1]) / 1024,
    }),
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? 0);
    },
    async ended(timeoutMs) {
      await eventually(() => running.hasExited(), { timeoutMs, intervalMs: 50 });
      return running.output();
    },
    async stop() {
      await running.end('SIGTERM');
      directory.remove();
    },
  };
}

function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in brackets, which may have spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
