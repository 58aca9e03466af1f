// The rules of imports: the table of docs/ARCHITECTURE.md. There is no list of exceptions.
import type { Layer, Member } from './workspace.ts';

/** Layer → the lower layers that all of its packages may import. */
const LOWER_LAYERS: Readonly<Record<Layer, readonly Layer[]>> = {
  foundation: [],
  domain: [],
  flow: ['foundation', 'domain'],
  rows: ['domain'],
  reading: ['foundation', 'domain', 'rows'],
  adapters: ['foundation', 'domain', 'flow', 'rows', 'reading'],
  tools: ['foundation', 'domain', 'flow', 'rows', 'reading', 'adapters'],
};

/** Package → other packages that it may import. A neighbour in its own layer only when it stands here. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  config: ['errors'],
  logger: ['errors'],
  'http-server': ['errors'],
  telemetry: ['errors', 'logger', 'http-server'],
  lifecycle: ['errors', 'logger', 'telemetry'],
  'thread-calls': ['errors', 'strip-types'],
  'lmdb-file': ['errors'],
  boc: ['errors'],
  'chain-model': ['errors', 'boc'],
  'chain-builder': ['errors', 'boc', 'chain-model'],
  'chain-workload': ['errors', 'boc', 'chain-model', 'chain-builder'],
  'devnet-contracts': ['boc', 'chain-model'],
  'devnet-chain': ['errors', 'boc', 'chain-model', 'chain-builder', 'devnet-contracts'],
  'devnet-demo': ['errors', 'boc', 'chain-model', 'chain-builder', 'devnet-chain', 'devnet-contracts'],
  emulation: ['errors', 'boc', 'chain-model'],
  'message-bodies': ['errors', 'boc', 'chain-model'],
  traces: ['errors', 'boc', 'chain-model', 'message-bodies'],
  interfaces: ['errors', 'boc', 'chain-model'],
  actions: ['errors', 'boc', 'chain-model', 'message-bodies', 'traces'],
  'api-model': ['errors', 'boc', 'chain-model', 'message-bodies', 'traces', 'actions'],
  events: ['errors', 'boc', 'chain-model'],
  'row-schema': ['errors'],
  'block-rows': ['errors', 'row-schema'],
  // The engine in process is one more way to the store port that clickhouse defines; without it clickhouse is whole.
  chdb: ['clickhouse'],
};

/** Packages that run services together: they import what each exports as its service. */
export const COMPOSERS: readonly string[] = ['standalone', 'serve-accounts'];

/** True when code of one package that is shipped may import another. */
export function mayImport(importer: Member, target: Member): boolean {
  if (importer === target || ['bench', 'test-e2e'].includes(importer.area)) return true;
  // Packages that run services may import them; another check limits them to the entry of a service.
  if (target.area === 'services') return importer.area === 'services' || COMPOSERS.includes(importer.name);
  if (target.layer === undefined) return false;
  if (importer.layer === undefined) return target.layer !== 'tools';
  return LOWER_LAYERS[importer.layer].includes(target.layer) || (NAMED[importer.name] ?? []).includes(target.name);
}

/** Library → the only packages that may name it, so that it can be replaced there. Tests may name every library. */
export const OWNED_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  kafkajs: ['event-log'],
  lmdb: ['event-log', 'cell-store', 'devnet-store', 'lmdb-file'],
  '@clickhouse/client': ['clickhouse', 'chdb'],
  chdb: ['chdb'],
  ioredis: ['cache', 'pending-store'],
  'fs-native-extensions': ['lifecycle'],
  '@ton/sandbox': ['tvm'],
};

/**
 * Library → the only programs that are installed with it, directly or through other packages. The engine is 545 MB and
 * not built for every platform: programs that talk to a server are installed without it.
 */
export const INSTALLED_WITH: Readonly<Record<string, readonly string[]>> = {
  chdb: ['standalone', 'clickhouse-http', 'serve-accounts', 'verify'],
};

/** Layers that compute and nothing else. */
export const PURE_LAYERS: readonly Layer[] = ['domain', 'rows'];

/** Modules that pure packages do not import: these read no clock, no file, no network and no random number. */
export const IMPURE_MODULES = /^node:(fs|net|http|https|child_process|worker_threads|os|dgram|tls|cluster|timers)/;
