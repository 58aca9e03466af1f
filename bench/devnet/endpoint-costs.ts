import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Path } from './requests.ts';
import type { ServedNetwork } from './served-network.ts';

/** What a request costs the served process, beyond what it takes while nobody asks. */
export interface EndpointCost {
  /** The path without its parameters. */
  readonly name: string;
  readonly cpuMs: number;
  readonly statuses: ReadonlyMap<number, number>;
}

/** So that what follows from the requests before is over. */
const PAUSE_MS = 2_000;
/** How long nothing is asked before each endpoint: what the process takes in that time is no cost of requests. */
const IDLE_MS = 3_000;

/** Asks each endpoint so many times, one request after the other. */
export async function endpointCosts(
  network: ServedNetwork,
  paths: readonly Path[],
  count: number,
): Promise<readonly EndpointCost[]> {
  const used = async (work: () => Promise<unknown>): Promise<{ readonly cpuMs: number; readonly wallMs: number }> => {
    const [cpuBeforeMs, beganMs] = [network.cpuMs(), performance.now()];
    await work();
    return { cpuMs: network.cpuMs() - cpuBeforeMs, wallMs: performance.now() - beganMs };
  };
  const costs: EndpointCost[] = [];
  for (const path of paths) {
    const statuses = new Map<number, number>();
    const askAll = async (): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const { status } = await ask(network, path(index));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await sleep(PAUSE_MS);
    const idle = await used(() => sleep(IDLE_MS));
    const { cpuMs, wallMs } = await used(askAll);
    const perRequest = (cpuMs - (idle.cpuMs * wallMs) / idle.wallMs) / count;
    costs.push({ name: nameOf(path), cpuMs: perRequest, statuses });
  }
  return costs;
}

function nameOf(path: Path): string {
  const asked = path(0);
  return (typeof asked === 'string' ? asked : asked.path).split('?')[0]!;
}
