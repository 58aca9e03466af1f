import { freePort, type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';
import type { NodeProcess } from '../distributed/node-process.ts';
import type { ReleasePrograms } from '../distributed/release-programs.ts';

/** A place in a deployment that a process of either release may take. */
export type Place =
  | 'parser'
  | 'second parser'
  | 'trace assembler'
  | 'state-resolver'
  | 'executor'
  | 'gateway'
  | 'second gateway';

/** Services of two releases, exchanged one by one. */
export interface Deployment {
  /** Ends what runs in a place and starts the service of a release there. */
  start(place: Place, release: ReleasePrograms): Promise<NodeProcess>;
  end(place: Place): Promise<void>;
  kill9(place: Place): Promise<void>;
  /** How often a service ended by itself, by place. */
  readonly restarts: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

export async function createDeployment(): Promise<Deployment> {
  const cells: TemporaryDirectory = temporaryDirectory();
  const executorPort = await freePort();
  const running = new Map<Place, NodeProcess>();
  const restarts: Record<string, number> = {};
  const create = (place: Place, release: ReleasePrograms): Promise<NodeProcess> => {
    switch (place) {
      case 'parser':
      case 'second parser':
        return release.parser();
      case 'trace assembler':
        return release.traceAssembler();
      case 'state-resolver':
        return release.stateResolver(cells.path);
      case 'executor':
        return release.executor(executorPort);
      case 'gateway':
      case 'second gateway':
        return release.apiGateway(`http://127.0.0.1:${executorPort}`);
    }
  };
  const end = async (place: Place): Promise<void> => {
    const service = running.get(place);
    if (service === undefined) return;
    running.delete(place);
    restarts[place] = (restarts[place] ?? 0) + service.restarts;
    await service.stop();
  };
  return {
    restarts,
    async start(place, release) {
      await end(place);
      const service = await create(place, release);
      running.set(place, service);
      await service.start();
      return service;
    },
    end,
    async kill9(place) {
      await running.get(place)?.kill9();
      await end(place);
    },
    async stop() {
      await Promise.all([...running.keys()].map(end));
      cells.remove();
    },
  };
}
