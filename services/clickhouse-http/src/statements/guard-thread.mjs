// Ends the whole process when its parent is gone or it takes too much memory. A thread of its own: the first thread may be
// inside a statement, where nothing can interrupt it.
import { workerData } from 'node:worker_threads';

const { parentId, memoryBytesMax } = workerData;
setInterval(() => {
  if (process.ppid !== parentId || process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL');
}, 100);
