export { openScope, type Scope } from './scope.ts';
export { runService } from './run-service.ts';
export { someAtOnce } from './some-at-once.ts';
export { isRunning } from './process-identity.ts';
export {
  type DirectoryHolder,
  type DirectoryLock,
  holderText,
  lockDirectory,
  lockDirectoryForReading,
  makePrivateDirectory,
} from './lock-directory.ts';
