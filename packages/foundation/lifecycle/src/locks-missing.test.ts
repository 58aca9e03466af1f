import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type TemporaryDirectory, temporaryDirectory } from '@tonriver/testing';

let folder: TemporaryDirectory;
beforeEach(() => {
  folder = temporaryDirectory();
});
afterEach(() => folder.remove());

/** Imports this package with a native module replaced by the code in `required`, and then locks a directory. */
function lockWhere(required: string): string {
  const program = `
    import Module from 'node:module';
    const load = Module._load;
    Module._load = (name, ...rest) => {
      if (name !== 'fs-native-extensions') return load(name, ...rest);
      ${required}
    };
    const { lockDirectory } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
    console.log('imported');
    try {
      lockDirectory(${JSON.stringify(folder.path)}, () => new Error('held'));
    } catch (error) {
      console.log(error.code, error.message);
    }`;
  const register = import.meta.resolve('@tonriver/strip-types');
  return spawnSync(process.execPath, ['--import', register, '--input-type=module', '-e', program], { encoding: 'utf8' })
    .stdout;
}

it('needs the native module only to lock a directory, and reports then that it is missing', () => {
  expect(lockWhere(`throw new Error('no build for this system');`)).toMatch(
    /^imported\ndirectory_locks_missing .*fs-native-extensions does not load on this system/,
  );
});

it('reports that a file system has no locks, with the error code', () => {
  const refused = `return { tryLock() { throw Object.assign(new Error('no locks available'), { code: 'ENOLCK' }); } };`;
  expect(lockWhere(refused)).toMatch(
    /^imported\ndirectory_locks_missing .*cannot be locked \(ENOLCK\): its file system supports no locks/,
  );
});
