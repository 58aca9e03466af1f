/** @type {import('@swc/core').Options} */
const swc = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
};

/** @type {import('jest').Config} */
const everySuite = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
};

/**
 * Three lanes by cost: `x.test.ts` needs nothing, `x.integration.test.ts` a real part, `x.long.test.ts` patience.
 * `scripts/test.ts` runs them and adds their counts.
 *
 * @type {import('jest').Config}
 */
const config = {
  maxWorkers: 2,
  // A worker that has run many suites holds what they leaked, and collects garbage most of its time.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
  projects: [
    {
      ...everySuite,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,scripts,bench}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(integration|long)\\.test\\.ts$'],
    },
    {
      ...everySuite,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services}/**/*.integration.test.ts', '<rootDir>/test-e2e/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.long\\.test\\.ts$'],
    },
    { ...everySuite, displayName: 'long', testMatch: ['<rootDir>/**/*.long.test.ts'] },
  ],
};

export default config;
