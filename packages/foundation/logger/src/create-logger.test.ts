import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { namesTwice } from '@tonriver/testing';

/** The lines that a process prints when it runs this code; pino writes to the standard output of the process. */
function linesOf(body: string): string[] {
  const program = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const logger = createLogger({ service: 'some-service', level: 'info' });
    ${body}`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('@tonriver/strip-types'), '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  if (stderr !== '') throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('a log line has no name twice', () => {
  it('and the check of this test would notice it', () => {
    expect(namesTwice('{"a":1,"b":{"a":2,"c":"\\"c\\":"},"a":3}')).toEqual(['a']);
    expect(namesTwice('{"b":[{"x":1,"x":2}],"a":3}')).toEqual(['x']);
    expect(namesTwice('{"a":{"x":1},"b":{"x":"{\\"x\\":1,\\"x\\":2}"}}')).toEqual([]);
  });

  it('whatever fields a line and its loggers have', () => {
    const lines = linesOf(`
      const names = ['level', 'time', 'service', 'msg', 'component', 'error', 'requestId', 'pid', 'toJSON', '__proto__'];
      const all = Object.fromEntries(names.map((name) => [name, 'of the line']));
      logger.info('plain', all);
      logger.child(all).info('of a child', all);
      logger.child({ component: 'api-gateway' }).child({ component: 'watermark' }).warn('of a part of a part');
      logger.child({ component: 'part', error: 'bound' }).error('failed', { error: new Error('it') });
    `);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(namesTwice(line)).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({ service: 'some-service', time: expect.stringMatching(/^\d{4}-/) });
    }
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', msg: 'plain', field_service: 'of the line' });
    expect(JSON.parse(lines[2]!)).toMatchObject({ component: 'api-gateway/watermark' });
    expect(JSON.parse(lines[3]!)).toMatchObject({ component: 'part', error: { message: 'it' } });
  });
});

describe('createLogger', () => {
  it('writes nothing below its level', () => {
    expect(linesOf("logger.debug('no'); logger.child({ a: 1 }).debug('no'); logger.info('yes');")).toHaveLength(1);
  });
});
