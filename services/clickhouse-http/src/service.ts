export {
  type ClickHouseHttpOptions,
  createClickHouseHttp,
  type FullOptions,
  type ReadOnlyOptions,
  type RunningClickHouseHttp,
} from './create-click-house-http.ts';
export { type ReadOnlyPort, startReadOnlyPort } from './read-only-port.ts';
