// Who may import whom: the layers of docs/ARCHITECTURE.md, checked over every import (type imports count), and every
// import against the dependencies of its package. There is no list of exceptions.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependencyProblems } from './dependency-problems.ts';
import { importsOf, isDevelopmentFile, sourceFiles } from './source-imports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const FOUNDATION = ['errors', 'config', 'logger', 'http-server', 'telemetry', 'lifecycle', 'lmdb-file'];
const DOMAIN = ['boc', 'chain-model', 'chain-builder', 'message-bodies', 'traces', 'actions', 'events', 'api-model'];
const FLOW = ['pipeline'];
const ADAPTERS = ['event-log', 'clickhouse', 'cache', 'block-source', 'cell-store', 'tvm'];

/** Package → the workspace packages it may import. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  config: ['errors'],
  logger: ['errors'],
  'http-server': ['errors'],
  telemetry: ['errors', 'logger', 'http-server'],
  lifecycle: ['errors', 'logger', 'telemetry'],
  'lmdb-file': ['errors'],
  boc: ['errors'],
  'chain-model': ['errors', 'boc'],
  'chain-builder': ['errors', 'boc', 'chain-model'],
  'message-bodies': ['errors', 'boc', 'chain-model'],
  traces: ['errors', 'boc', 'chain-model', 'message-bodies'],
  actions: ['errors', 'boc', 'chain-model', 'message-bodies', 'traces'],
  'api-model': ['errors', 'boc', 'chain-model', 'message-bodies', 'traces', 'actions'],
  events: ['errors', 'boc', 'chain-model'],
  ...Object.fromEntries(FLOW.map((name) => [name, [...FOUNDATION, ...DOMAIN]])),
  // What a block, a round or a trace is in rows, and back: the one place that knows both sides.
  'block-rows': ['errors', 'boc', 'chain-model', 'traces', 'clickhouse'],
  // Adapters never know each other: each can be replaced in one package.
  ...Object.fromEntries(ADAPTERS.map((name) => [name, [...FOUNDATION, ...DOMAIN, ...FLOW]])),
};

/** Services that put others together, by what those export as their service. */
const COMPOSERS = ['standalone', 'serve-accounts'];

/** Libraries that only one package may name, so that each can be replaced there. */
const OWNED_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  kafkajs: ['packages/event-log'],
  lmdb: ['packages/event-log', 'packages/cell-store', 'packages/lmdb-file'],
  '@clickhouse/client': ['packages/clickhouse', 'services/clickhouse-http'],
  chdb: ['packages/clickhouse', 'services/clickhouse-http'],
  ioredis: ['packages/cache'],
  'fs-native-extensions': ['packages/lifecycle'],
  '@ton/sandbox': ['packages/tvm'],
};

/** The domain computes; it does not read clocks, files, networks or chance. */
const PURE_FORBIDDEN = /^node:(fs|net|http|https|child_process|worker_threads|os|dgram|tls|cluster|timers)/;

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const problems: string[] = [];
for (const entry of sourceFiles(root)) {
  for (const { specifier } of importsOf(readFileSync(entry, 'utf8'))) check({ file: relative(root, entry), specifier });
}
problems.push(...dependencyProblems(root));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} import(s) or dependencies are wrong.`);
  process.exit(1);
}
console.log('Every import keeps to its layer and is a dependency of its package.');

function check({ file, specifier }: Import): void {
  const [area = '', owner = ''] = file.split(sep);
  const isTest = isDevelopmentFile(file);
  const unit = `${area}/${owner}`;
  const fail = (why: string): number => problems.push(`${file}: imports ${specifier}: ${why}`);

  if (specifier.startsWith('.')) {
    const target = relative(root, join(root, dirname(file), specifier)).split(sep);
    // `bench` and `test-e2e` are one package each; everything else is `packages/name` or `services/name`.
    const isOutside =
      area === 'bench' || area === 'test-e2e' ? target[0] !== area : `${target[0]}/${target[1]}` !== unit;
    if (isOutside) fail('leaves its package by a path; import by name');
    if (!/\.(ts|json|mjs)$/.test(specifier)) fail('names no file; write the extension');
    if (!isTest && isDevelopmentFile(join(dirname(file), specifier)) && ['packages', 'services'].includes(area)) {
      fail('is for tests; the image does not have it');
    }
    return;
  }
  for (const [library, owners] of Object.entries(OWNED_LIBRARIES)) {
    const isLibrary = specifier === library || specifier.startsWith(`${library}/`);
    const mayName = owners.includes(unit) || area === 'test-e2e' || area === 'bench' || unit === 'packages/testing';
    if (isLibrary && !mayName && !isTest) fail(`only ${owners.join(', ')} may name this library`);
  }
  if (area === 'packages' && DOMAIN.includes(owner) && !isTest && PURE_FORBIDDEN.test(specifier)) {
    fail('the domain is pure');
  }
  const workspace = /^@tonriver\/([^/]+)(\/.*)?$/.exec(specifier);
  if (workspace === null) return;
  const [, target = '', inner] = workspace;
  if (inner !== undefined && inner !== '/service' && inner !== '/testing') fail('reaches into a package');
  if (target === 'testing' && !isTest && unit !== 'packages/testing' && !['test-e2e', 'bench'].includes(area)) {
    fail('shipped code does not use the testing package');
  }
  if (isTest || target === owner) return;
  if (area === 'packages' && owner !== 'testing' && !(ALLOWED[owner] ?? []).includes(target)) fail('wrong layer');
  if (area === 'services' && !COMPOSERS.includes(owner) && inner === '/service') {
    fail(`services meet only in events; ${COMPOSERS.join(' and ')} compose them`);
  }
}
