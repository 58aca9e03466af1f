export { openScope, type Scope, type ScopeOptions } from './scope.ts';
export { createStartProgress, type StartProgress, type StartStep } from './start-progress.ts';
export { type RunServiceOptions, runService } from './run-service.ts';
export { birthOf, isRunning } from './process-identity.ts';
export {
  type DirectoryHolder,
  type DirectoryLock,
  holderText,
  LOCK_FILE,
  lockDirectory,
  lockDirectoryForReading,
  makePrivateDirectory,
} from './lock-directory.ts';
