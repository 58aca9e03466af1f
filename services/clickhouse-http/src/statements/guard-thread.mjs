// Ends the whole process when its parent has ended or when it uses too much memory. It is a separate thread, because a
// running statement cannot be interrupted and keeps the main thread busy.
import { workerData } from 'node:worker_threads';

const { parentId, memoryBytesMax } = workerData;
setInterval(() => {
  if (process.ppid !== parentId || process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL');
}, 100);
