import type { RunningClickHouseHttp } from './service.ts';

/** Tells the process that started this one, if it listens, where the port is or why there is none. */
export async function tellParent(start: () => Promise<RunningClickHouseHttp>): Promise<RunningClickHouseHttp> {
  try {
    const started = await start();
    tell({ listening: { port: started.port, url: started.url } });
    return started;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    tell({ failed: { message, ...(code === undefined ? {} : { code }) } });
    throw error;
  }
}

function tell(message: object): void {
  // A parent that has gone hears nothing: that is no fault of this process, which ends by the broken channel.
  process.send?.(message, undefined, undefined, () => undefined);
}
