// A process that runs untrusted statements, one at a time. It stores nothing, so it can be killed at any moment.
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { openReadOnlyEngine, type ReadOnlyEngine } from '@tonriver/chdb';
import { readableSystemTables } from '../read-only/system-tables.ts';
import { errorAnswerOf } from '../http/error-answer.ts';
import { pieceBytesMax, readFrames, writeFrame } from './frames.ts';
import { describeEngine, type EngineFacts, runReadOnlyStatement } from './run-statement.ts';
import { processOptionsOf, statementOf, type StatementProcessOptions } from './statement-messages.ts';

/** The engine quotes the query in its errors; longer texts are cut. */
const errorTextMax = 64 * 1024;

const options = processOptionsOf(process.argv[2] ?? '');
// Set before the engine starts its threads, because they inherit it.
setPriority(19);
startGuard(options);
const parent = new Socket({ fd: 3, readable: true, writable: true });
// When the parent ends, this stream ends, and so does this process.
parent.on('error', () => process.exit(1));
const engine = await openReadOnlyEngine({
  path: options.path,
  workDirectory: options.workDirectory,
  memoryBytesMax: options.bounds.memoryBytesMax + 512 * 1024 ** 2,
  systemTables: readableSystemTables,
});
const facts = await factsOf(engine);
await writeFrame(parent, 'ready', { version: facts.version });

let isWanted = true;
let running: Promise<void> = Promise.resolve();
for await (const { kind, payload } of readFrames(parent)) {
  if (kind === 'cancel') isWanted = false;
  if (kind === 'run') {
    await running;
    isWanted = true;
    running = answer(payload);
  }
}
process.exit(0);

async function factsOf(opened: ReadOnlyEngine): Promise<EngineFacts> {
  const session = opened.openSession();
  try {
    return await describeEngine(session);
  } finally {
    session.close();
  }
}

async function answer(payload: Buffer): Promise<void> {
  try {
    if (!(await engine.refresh())) {
      await writeFrame(parent, 'stale', {});
      return;
    }
    const { format, pieces } = await runReadOnlyStatement(
      { engine, facts, bounds: options.bounds },
      statementOf(payload),
    );
    let isBegun = false;
    for await (const { bytes, counts } of pieces) {
      if (!isWanted) break;
      if (!isBegun) await writeFrame(parent, 'head', { format });
      isBegun = true;
      await writeFrame(parent, 'counts', counts);
      for (let start = 0; start < bytes.length; start += pieceBytesMax) {
        await writeFrame(parent, 'bytes', bytes.subarray(start, start + pieceBytesMax));
      }
    }
    await writeFrame(parent, 'end', {});
  } catch (error) {
    const known = errorAnswerOf(error, facts.version);
    const unknown = { status: 500, serverCode: 1002, body: undefined, reason: String(error).slice(0, errorTextMax) };
    const { body, ...failure } = known ?? unknown;
    await writeFrame(parent, 'failed', { ...failure, body: body?.slice(0, errorTextMax) });
  }
}

function startGuard({ bounds, parentId }: StatementProcessOptions): void {
  // The engine itself uses a few hundred megabytes for code and caches.
  const memoryBytesMax = bounds.memoryBytesMax + 1024 ** 3;
  const guard = new Worker(new URL('./guard-thread.mjs', import.meta.url), {
    workerData: { parentId, memoryBytesMax },
    env: {},
    execArgv: [],
  });
  guard.unref();
}
