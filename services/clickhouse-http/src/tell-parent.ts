import type { RunningClickHouseHttp } from './service.ts';

/** Tells the parent process, if it listens, the address of the port or why it could not be opened. */
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
  // If the parent has ended, the message is lost; this process then ends because its channel is broken.
  process.send?.(message, undefined, undefined, () => undefined);
}
