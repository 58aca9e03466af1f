import type { RunningClickHouseHttp } from './service.ts';

/** Tells the process that started this one, if it listens, where the port is or why there is none. */
export async function tellParent(start: () => Promise<RunningClickHouseHttp>): Promise<RunningClickHouseHttp> {
  try {
    const started = await start();
    process.send?.({ listening: { port: started.port, url: started.url } });
    return started;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    process.send?.({ failed: { message, ...(code === undefined ? {} : { code }) } });
    throw error;
  }
}
