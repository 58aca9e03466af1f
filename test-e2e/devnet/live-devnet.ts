import { join } from 'node:path';
import { startKafka, startRedis, temporaryDirectory, type TestRedis } from '@tonriver/testing';
import { type ClickHouseServer, startClickHouse } from '../distributed/distributed-form.ts';
import { type DevnetOptions, type DevnetProcess, startDevnetProcess } from './devnet-process.ts';
import { type LiveForm, startLiveForm } from './live-form.ts';

/** A devnet, the services that index it, and the servers that they need: all of them processes of their own. */
export interface LiveDevnet {
  readonly devnet: DevnetProcess;
  readonly form: LiveForm;
  readonly redis: TestRedis;
  readonly clickHouse: ClickHouseServer;
  /** Stops all of them and removes their data. */
  stop(): Promise<void>;
}

/** Starts it. The suites that use it need the parts `kafka` and `redis`. */
export async function startLiveDevnet(options: Omit<DevnetOptions, 'directory'>): Promise<LiveDevnet> {
  const folder = temporaryDirectory();
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
    folder.remove();
  };
  try {
    const started = async <Part extends { stop(): Promise<void> }>(part: Promise<Part>): Promise<Part> => {
      const running = await part;
      stops.push(() => running.stop());
      return running;
    };
    const kafka = await started(startKafka());
    const redis = await started(startRedis());
    const clickHouse = await started(startClickHouse());
    const devnet = await startDevnetProcess({ ...options, directory: join(folder.path, 'devnet') });
    stops.push(() => devnet.process.stop());
    const form = await started(startLiveForm(devnet, folder.path, { kafka, redis, clickHouseUrl: clickHouse.url }));
    return { devnet, form, redis, clickHouse, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
