import { type MessagePort, workerData } from 'node:worker_threads';
import { createThreadCalls } from './index.ts';

// A type annotation below shows that this file is read as TypeScript.
const port: MessagePort = (workerData as { readonly port: MessagePort }).port;
createThreadCalls({ port, errorClasses: {} }).offer('echo', {
  upper: (text: string) => text.toUpperCase(),
  options: () => process.execArgv,
  die: () => setImmediate(() => process.exit(3)),
});
