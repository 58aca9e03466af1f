import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onceAmongProcesses, putInPlace } from '../process/once-among-processes.ts';
import { kafkaJars } from './kafka-jars.ts';
import { javaOptions, serverProperties } from './server-properties.ts';

/** Any 16 bytes in base64url. All brokers may share it, because they never connect to each other. */
const clusterId = 'dG9ucml2ZXItdGVzdC1sbw';

/** The broker's jars, and a formatted data directory that is copied for each broker. */
export async function formattedStorage(): Promise<{ readonly libs: string; readonly storage: string }> {
  const folder = await kafkaJars();
  const libs = join(folder, 'libs');
  const storage = join(folder, 'formatted');
  await onceAmongProcesses(
    `${storage}.lock`,
    () => existsSync(storage),
    async () => {
      const unfinished = `${storage}.${process.pid}`;
      await mkdir(unfinished, { recursive: true });
      const properties = join(folder, `format.${process.pid}.properties`);
      // The output of the tool does not depend on the ports.
      await writeFile(properties, serverProperties({ port: 1, controllerPort: 2, dataDirectory: unfinished }));
      const tool = ['-cp', join(libs, '*'), 'kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties];
      await promisify(execFile)('java', [...javaOptions, ...tool]);
      await rm(properties);
      await putInPlace(unfinished, storage);
    },
  );
  return { libs, storage };
}
