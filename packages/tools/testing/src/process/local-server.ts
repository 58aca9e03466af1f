import type { RealServer } from '../real-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { TestingError } from '../testing-error.ts';
import { type SupervisedProcess, startSupervised } from './supervised-process.ts';
import { type ReadinessProbe, waitUntilReady } from './wait-until-ready.ts';

/** A server program and how to prepare its directory. */
export interface LocalServerProgram {
  readonly name: string;
  /** Chooses ports and writes the server's files; called again when the first choice did not work. */
  readonly prepare: (
    directory: string,
  ) => Promise<{ readonly command: readonly [string, ...string[]]; readonly probe: ReadinessProbe }>;
}

/** A chosen port can be taken before the server binds it; another choice then works. */
const startAttemptsMax = 3;

/** Starts a server from a program of this machine, in a temporary directory, and resolves when it is ready. */
export async function startLocalServer(program: LocalServerProgram): Promise<RealServer & { readonly port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(program);
    } catch (error) {
      const isWorthRepeating = error instanceof TestingError && error.code === 'part_did_not_start';
      if (!isWorthRepeating || attempt === startAttemptsMax) throw error;
    }
  }
}

async function startOnce({ name, prepare }: LocalServerProgram): Promise<RealServer & { readonly port: number }> {
  const directory = temporaryDirectory();
  let server: SupervisedProcess | undefined;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await server?.end(signal);
    server = undefined;
  };
  try {
    const { command, probe } = await prepare(directory.path);
    const start = async () => {
      server = await startSupervised({ name, command, directory: directory.path });
      await waitUntilReady(name, server, probe);
    };
    await start();
    return {
      port: probe.port,
      kill9: () => end('SIGKILL'),
      stop: async () => {
        await end('SIGKILL');
        directory.remove();
      },
      restart: async () => {
        await end('SIGTERM');
        await start();
      },
    };
  } catch (error) {
    await end('SIGKILL');
    directory.remove();
    throw error;
  }
}
