import { describe, expect, it } from '@jest/globals';
import { TonriverError } from '@tonriver/errors';
import { createRemoteLogger, type LogLine, type Logger, writeLogLine } from './index.ts';

function openLogger(level: 'debug' | 'warn'): { readonly logger: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  // As a port copies them.
  const send = (line: LogLine): Promise<void> => {
    lines.push(structuredClone(line));
    return Promise.resolve();
  };
  return { logger: createRemoteLogger(level, send), lines };
}

describe('a logger whose lines another thread writes', () => {
  it('sends the level, the message and the fields of all loggers of a line', () => {
    const { logger, lines } = openLogger('debug');
    logger.child({ component: 'api-gateway' }).child({ component: 'watermark' }).info('Moved', { seqno: 5n });
    expect(lines).toEqual([
      { level: 'info', message: 'Moved', fields: { component: 'api-gateway/watermark', seqno: '5' } },
    ]);
  });

  it('sends errors with their code, and values that cannot be copied without losing the line', () => {
    const { logger, lines } = openLogger('debug');
    logger.error('Failed', { error: new TonriverError('tide_out', 'The tide is out', { hour: 6 }) });
    logger.error('Odd', { call: () => undefined, bytes: new Uint8Array([1, 2]) });
    expect(lines[0]!.fields['error']).toMatchObject({ code: 'tide_out', message: 'The tide is out', hour: 6 });
    expect(lines[1]).toEqual({ level: 'error', message: 'Odd', fields: { bytes: '0102' } });
  });

  it('does not throw for what JSON cannot hold inside of a field', () => {
    const { logger, lines } = openLogger('debug');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    logger.info('Nested', { place: { seqno: 5n } });
    logger.info('Circle', { circle });
    expect(lines.map(({ message, fields }) => [message, fields])).toEqual([
      ['Nested', { place: { seqno: '5' } }],
      ['Circle', { notLoggable: expect.stringContaining('circular') }],
    ]);
  });

  it('leaves lines out while a thousand wait, and then says how many', async () => {
    const lines: string[] = [];
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    const logger = createRemoteLogger('info', ({ message, fields }) => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
      return written;
    });
    for (let index = 0; index < 1_007; index += 1) logger.info('Line');
    expect(lines).toHaveLength(1_000);
    write();
    await written;
    await new Promise((resolve) => setImmediate(resolve));
    logger.info('Later');
    expect(lines.slice(1_000)).toEqual(['Lines of the log were left out: too many waited {"lines":7}', 'Later {}']);
  });

  it('does not send lines below its level', () => {
    const { logger, lines } = openLogger('warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level](level);
    expect(lines.map(({ message }) => message)).toEqual(['warn', 'error']);
  });

  it('is written by the logger of the other thread at the same level', () => {
    const written: unknown[] = [];
    const note = (level: string) => (message: string, fields: unknown) => void written.push([level, message, fields]);
    const target = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
    writeLogLine({ ...target, child: () => ({}) as Logger }, { level: 'warn', message: 'Late', fields: { ms: 5 } });
    expect(written).toEqual([['warn', 'Late', { ms: 5 }]]);
  });
});
