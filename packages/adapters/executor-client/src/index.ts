export { createHttpExecutor, type HttpExecutor, type HttpExecutorOptions } from './http-executor.ts';
