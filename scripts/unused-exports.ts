// Exports without an import, found by knip. It runs twice: with tests it finds exports that no file imports; without
// tests it finds exports of a package's entry that only tests import.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Member, workspaceMembers } from './workspace.ts';

/** Packages that only tests import: the exports of their entries are for tests. */
const FOR_TESTS = ['packages/domain/devnet-contracts', 'packages/tools/chain-checks', 'packages/tools/testing'];
/** The entries that other packages can import, except `./testing`. */
const ENTRY = /^(packages|services)\/(?!.*\/src\/testing\/).*\/(index|service)\.ts$/;

const TESTS = ['{src,explorer}/**/*.test.ts', 'src/**/*-child.test-support.ts', 'build/*.ts'];
/** `explorer/explorer.js` is where a browser begins. */
const SHIPPED = ['src/**/main.ts', 'src/**/*-start.mjs', 'src/**/*-thread.mjs', 'explorer/explorer.js'];
const OUTSIDE_PACKAGES = ['**/main.ts', '**/*.test.ts', '**/*-child.ts', '**/*-child.test-support.ts'];

/** One export that is not needed where it stands. */
interface UnusedExport {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

/** Returns a line per export that no other file imports, and per export of a package's entry that only tests import. */
export async function unusedExportProblems(root: string): Promise<string[]> {
  const members = workspaceMembers(root);
  const [everywhere, inShipped] = await Promise.all([
    runKnip(root, configuration(members), []),
    runKnip(root, configuration(members), ['--production']),
  ]);
  const unused = new Set(everywhere.map(({ file, name }) => `${file} ${name}`));
  const forTestsOnly = inShipped
    .filter(({ file }) => ENTRY.test(file) && !FOR_TESTS.some((folder) => file.startsWith(`${folder}/`)))
    .filter(({ file, name, isType }) => !isType && !unused.has(`${file} ${name}`));
  return [
    ...everywhere.map((one) => `${placeOf(one)}: no file imports ${one.name}: remove "export", or all of it`),
    ...forTestsOnly.map(
      (one) => `${placeOf(one)}: only tests import ${one.name}: offer it in src/testing/index.ts, or test its file`,
    ),
  ];
}

const placeOf = ({ file, line }: UnusedExport): string => `${file}:${line}`;

/** The configuration of knip. "!" marks shipped code, and the programs and tests that use it as shipped code would. */
function configuration(members: readonly Member[]): object {
  const shipped = (patterns: readonly string[]): string[] => patterns.map((pattern) => `${pattern}!`);
  const packages = members.filter(({ area }) => area === 'packages' || area === 'services');
  return {
    include: ['exports', 'types'],
    includeEntryExports: true,
    // Its patterns would take all tests out of the second look, also those of `bench`, which count as shipped code.
    jest: false,
    workspaces: {
      '.': { entry: ['scripts/*.{ts,mjs}!'], project: ['scripts/**/*.{ts,mjs}!'] },
      bench: { entry: shipped(OUTSIDE_PACKAGES), project: ['**/*.ts!'] },
      'test-e2e': { entry: OUTSIDE_PACKAGES, project: ['**/*.ts'] },
      ...Object.fromEntries(
        packages.map(({ folder }) => [
          folder,
          {
            entry: [...shipped(SHIPPED), ...TESTS],
            project: ['src/**/*.{ts,mjs}!', 'explorer/**/*.js!'],
          },
        ]),
      ),
    },
  };
}

interface KnipReport {
  readonly issues: readonly {
    readonly file: string;
    readonly exports?: readonly { readonly name: string; readonly line: number }[];
    readonly types?: readonly { readonly name: string; readonly line: number }[];
  }[];
}

async function runKnip(
  root: string,
  config: object,
  words: readonly string[],
): Promise<(UnusedExport & { readonly isType: boolean })[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tonriver-knip-'));
  try {
    const configFile = join(folder, 'knip.json');
    writeFileSync(configFile, JSON.stringify(config));
    const options = ['--no-progress', '--no-exit-code', '--no-config-hints', '--reporter', 'json'];
    const output = await runNode(root, [knipProgram(), '--config', configFile, ...options, ...words]);
    const { issues } = JSON.parse(output) as KnipReport;
    return issues.flatMap(({ file, exports = [], types = [] }) => [
      ...exports.map(({ name, line }) => ({ file, name, line, isType: false })),
      ...types.map(({ name, line }) => ({ file, name, line, isType: true })),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** knip does not export its program, only its library beside it. */
function knipProgram(): string {
  return join(dirname(createRequire(import.meta.url).resolve('knip')), '..', 'bin', 'knip.js');
}

/** Returns the standard output of a program. Throws with its error output when it fails. */
function runNode(cwd: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...words], { cwd, maxBuffer: 2 ** 26 }, (error, output, complaint) => {
      if (error === null) resolve(output);
      else reject(new Error(`knip failed: ${complaint || output || error.message}`));
    });
  });
}
