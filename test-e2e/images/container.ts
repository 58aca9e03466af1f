import { eventually } from '@tonriver/testing';
import type { ContainerStorage } from './container-storage.ts';

/** A container to start. */
export interface ContainerPlan {
  readonly name: string;
  readonly image: string;
  /** Arguments of the image's entry point. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Options of `podman run`: user, mounts, limits. */
  readonly options: readonly string[];
}

/** How a container ended. */
interface ContainerEnd {
  readonly exitCode: number;
  readonly tookMs: number;
}

/** A container that was started. */
export interface Container {
  readonly name: string;
  /** Everything that it wrote so far. */
  output(): Promise<string>;
  /** Runs a program inside and returns its output. */
  run(...words: readonly string[]): Promise<string>;
  /** Resolves when an address of it answers with 200; fails with its output when it ends before. */
  untilAnswers(url: string): Promise<void>;
  /** Resolves with its exit code when it ends by itself. */
  ended(): Promise<number>;
  /** Stops it by the signal that its image names. It is killed after so long. */
  stop(graceSeconds: number): Promise<ContainerEnd>;
}

/** What the compose file and the chart take away from every container. */
export const CONFINED: readonly string[] = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--tmpfs=/tmp',
  // It would be run by systemd, which may not be there.
  '--no-healthcheck',
];

const READY_MS_MAX = 120_000;
let started = 0;

export async function startContainer(storage: ContainerStorage, plan: ContainerPlan): Promise<Container> {
  const { name, image, words, environment, options } = plan;
  started += 1;
  const id = `${name}-${started}`;
  const podman = (...command: readonly string[]): Promise<string> => storage.run('podman', ...command);
  const settings = Object.entries(environment).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
  await podman('run', '--detach', '--name', id, ...options, ...settings, image, ...words);
  const isRunning = async (): Promise<boolean> =>
    (await podman('inspect', '--format', '{{.State.Running}}', id)).trim() === 'true';
  const output = (): Promise<string> => storage.logsOf(id);
  const ended = async (): Promise<number> => Number(await podman('wait', id));
  return {
    name,
    output,
    run: (...command) => podman('exec', id, ...command),
    async untilAnswers(url) {
      let hasEnded = false;
      const answers = async (): Promise<boolean> => {
        hasEnded = !(await isRunning());
        return hasEnded || (await fetch(url)).status === 200;
      };
      const problem = await eventually(answers, { timeoutMs: READY_MS_MAX, intervalMs: 200 }).catch(
        (error: unknown) => error,
      );
      if (hasEnded || problem instanceof Error) {
        throw new Error(`${url} of ${name} does not answer. It said:\n${await output()}`, { cause: problem });
      }
    },
    ended,
    async stop(graceSeconds) {
      const startMs = performance.now();
      await podman('stop', '--time', String(graceSeconds), id);
      return { exitCode: await ended(), tookMs: performance.now() - startMs };
    },
  };
}
