import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, commandLineOptions, loadConfig } from './index.ts';

const schema = z.object({ PORT: z.coerce.number().int().min(1), NAME: z.string(), LEVEL: z.string().default('info') });

describe('loadConfig', () => {
  it('reads values by their names and fills in defaults', () => {
    expect(loadConfig(schema, { PORT: '8080', NAME: 'mainnet', LEVEL: '' })).toEqual({
      PORT: 8080,
      NAME: 'mainnet',
      LEVEL: 'info',
    });
  });

  it('reports every problem at once, each under its name', () => {
    const load = () => loadConfig(schema, { PORT: 'eighty' });

    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: is not a number[\s\S]*NAME: is required/);
  });

  it('describes problems in plain words', () => {
    const choice = z.object({
      PORT: z.coerce.number().max(65_535),
      LEVEL: z.enum(['info', 'warn']),
      MIN: z.coerce.number().min(1),
    });
    expect(() => loadConfig(choice, { PORT: '99999', LEVEL: 'loud', MIN: '0' })).toThrow(
      /PORT: is more than 65535\n {2}LEVEL: is not one of info, warn\n {2}MIN: is less than 1$/,
    );
  });

  it('names options as they are typed and points to --help', () => {
    const load = () => loadConfig(schema, { PORT: '0', NAME: 'x' }, { command: 'npm start --' });

    expect(load).toThrow(/--PORT: [\s\S]*Run "npm start -- --help"/);
  });
});

describe('commandLineOptions', () => {
  const options = {
    path: { value: 'DIR', description: 'Folders to read', isList: true },
    port: { value: 'N', description: 'Port' },
    quiet: { description: 'Say less' },
  } as const;
  const parse = (...words: string[]) => commandLineOptions('npm start --', 'Starts.', options, words);

  it('takes a list after one option, or the option repeated', () => {
    expect(parse('--path', 'a', 'b', '--port', '7', '--path=c').values).toEqual({ path: ['a', 'b', 'c'], port: '7' });
  });

  it('takes a negative number as a value', () => {
    expect(parse('--port', '-3').values).toEqual({ port: '-3' });
  });

  it('reads switches', () => {
    expect(parse('--quiet').values).toEqual({ quiet: true });
  });

  it('lists every option in its help', () => {
    expect(parse('--help').help).toMatch(/--path DIR… +Folders[\s\S]*--port N +Port[\s\S]*--quiet +Say less/);
  });

  it('refuses unknown options and points to --help', () => {
    expect(() => parse('--prot', '7')).toThrow(/npm start -- --help/);
    expect(() => parse('stray')).toThrow(ConfigError);
  });
});
