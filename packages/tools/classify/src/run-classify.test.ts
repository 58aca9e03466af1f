import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { classifyConfig } from './config.ts';
import { runClassify } from './run-classify.ts';

const folder = mkdtempSync(join(tmpdir(), 'classify-'));
const hash = (letter: string): string => `${letter.repeat(43)}=`;
const account = (digit: string): string => `0:${digit.repeat(64)}`;

function written(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** A comment of two bytes, as a bag of cells. */
const comment = 'te6cckEBAQEACAAADAAAAABIaeqYuZY=';

const message = {
  direction: 'out',
  msg_hash: hash('M'),
  source: account('A'),
  destination: account('B'),
  value: '5',
  created_lt: '2',
  created_at: 7,
  opcode: '0x00000000',
  bounce: false,
  message_content: { body: comment },
};

const transaction = (name: string, lt: string, messages: readonly unknown[]) => ({
  account: account(name),
  hash: hash(name),
  lt,
  now: 7,
  mc_block_seqno: 3,
  orig_status: 'active',
  end_status: 'active',
  descr: 'ord',
  aborted: false,
  compute_exit_code: 0,
  messages,
});

const external = {
  ...message,
  direction: 'in',
  msg_hash: hash('E'),
  source: null,
  destination: account('A'),
  value: null,
  created_lt: null,
  created_at: null,
  opcode: null,
};

const trace = {
  trace: {
    trace_id: hash('A'),
    external_hash: hash('E'),
    mc_seqno_end: 3,
    start_lt: '1',
    end_lt: '3',
    start_utime: 7,
    end_utime: 7,
  },
  transactions: [transaction('A', '1', [external, message]), transaction('B', '3', [{ ...message, direction: 'in' }])],
};

function run(...words: string[]) {
  const lines: string[] = [];
  const problems: string[] = [];
  const config = classifyConfig(words);
  if ('help' in config) throw new Error('no files');
  const isWhole = runClassify(config, { write: (line) => lines.push(line), say: (line) => problems.push(line) });
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), problems, isWhole };
}

describe('npx tonriver classify', () => {
  const file = written('trace.json', trace);

  it('prints a line of JSON for each file', () => {
    const { lines, problems, isWhole } = run(file, '--dialect', 'contract');
    expect(lines).toEqual([{ file, state: 'ok', actions: [expect.objectContaining({ parent_action_id: null })] }]);
    expect(lines[0]?.['actions']).toMatchObject([
      {
        action: { type: 'ton_transfer', details: { value: '5', comment: 'Hi' }, transactions: [hash('A'), hash('B')] },
        visible_in: ['v1', 'v2', 'v3', 'v4', 'v5'],
        row: { type: 'ton_transfer', source: account('A') },
      },
    ]);
    expect([problems, isWhole]).toEqual([[], true]);
  });

  it('names files that it cannot read, and reads the others', () => {
    const bad = written('bad.json', '{');
    const other = written('other.json', { traces: [] });
    const { lines, problems, isWhole } = run('--file', join(folder, 'absent.json'), bad, other, file);
    expect(lines).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringContaining('absent.json'),
      expect.stringContaining('cannot be read as JSON'),
      expect.stringContaining('no recorded trace'),
    ]);
    expect(isWhole).toBe(false);
  });

  it('says why a trace cannot be classified', () => {
    const pending = written('pending.json', { ...trace, transactions: trace.transactions.slice(0, 1) });
    const { lines, problems, isWhole } = run(pending);
    expect(lines).toEqual([{ file: pending, state: 'failed', actions: [] }]);
    expect(problems).toEqual([expect.stringContaining('incomplete_trace')]);
    expect(isWhole).toBe(true);
  });

  it('prints only what a client gets who asks for some types', () => {
    expect(run('--types', 'v5,evaa', file).lines[0]).toMatchObject({ actions: [{ visible_in: expect.anything() }] });
  });

  it('explains its command line', () => {
    expect(classifyConfig(['--help'])).toEqual({ help: expect.stringContaining('--dialect') });
    expect(() => classifyConfig([])).toThrow(expect.objectContaining({ code: 'bad_config' }));
    expect(() => classifyConfig(['--dialect', 'other', file])).toThrow(expect.objectContaining({ code: 'bad_config' }));
  });
});
