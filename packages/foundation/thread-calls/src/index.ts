export { startThread } from './start-thread.ts';
export { createThreadCalls, type Remote, type ThreadCalls } from './thread-calls.ts';
