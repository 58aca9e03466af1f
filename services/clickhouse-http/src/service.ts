export {
  type ClickHouseHttpOptions,
  createClickHouseHttp,
  type FullOptions,
  type ReadOnlyOptions,
  type RunningClickHouseHttp,
} from './create-click-house-http.ts';
export { ClickHouseHttpError, type ClickHouseHttpErrorCode } from './errors.ts';
export { defaultReadOnlyBounds, type ReadOnlyBounds } from './read-only/session-settings.ts';
export { type ReadOnlyPort, type ReadOnlyPortOptions, startReadOnlyPort } from './read-only-port.ts';
