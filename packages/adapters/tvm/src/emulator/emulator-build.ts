import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TvmError } from '../tvm-error.ts';
import { type WasmModule, webAssembly } from './web-assembly.ts';

/**
 * The one build of the official TVM that this package was checked against: `@ton/sandbox` 0.41.0, emulator commit
 * f801e1c1a4dd (2025-12-05). Names inside the module are minified and change with every build, so another build is
 * refused until somebody has looked at it: what to look at stands in the README.
 */
const expected = {
  binarySha256: '0c17fcac030b6871e96cc34d002223e5fb839af00c5b96cc461fbf9e71b0e75a',
  glueSha256: 'ee63ffb73482fa220b6dcdd42f64aee86b106e12b2a24a80745bf008d965f444',
} as const;

/** The compiled emulator, and where its JavaScript part is. Both can be sent to a worker thread. */
export interface EmulatorBuild {
  readonly module: WasmModule;
  /** Absolute path of the CommonJS file that provides the module's imports. */
  readonly gluePath: string;
}

/** Reads, checks and compiles the emulator (about 60 ms, once per process). Throws `tvm_unknown_build`. */
export function loadEmulatorBuild(): EmulatorBuild {
  const { resolve } = createRequire(import.meta.url);
  const gluePath = resolve('@ton/sandbox/dist/executor/emulator-emscripten.js');
  const binary = readBinary(resolve('@ton/sandbox/dist/executor/emulator-emscripten.wasm.js'));
  check('binary', sha256(binary), expected.binarySha256);
  check('glue', sha256(readFileSync(gluePath)), expected.glueSha256);
  return { module: new webAssembly.Module(binary), gluePath };
}

/** The file is a script that exports one string in Base64: the longest thing between quotes. */
function readBinary(path: string): Uint8Array {
  const text = readFileSync(path, 'latin1');
  const start = text.indexOf("'") + 1;
  return new Uint8Array(Buffer.from(text.slice(start, text.indexOf("'", start)), 'base64'));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function check(part: string, found: string, wanted: string): void {
  if (found === wanted) return;
  throw new TvmError('tvm_unknown_build', 'The installed emulator is not the build that was checked', { part, found });
}
