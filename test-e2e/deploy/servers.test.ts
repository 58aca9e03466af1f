import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaultQueryBounds, insertSettings, querySettings } from '@tonriver/clickhouse';
import { topicsOf } from '@tonriver/events';
import { repositoryRoot } from '@tonriver/testing';
import { parse } from 'yaml';

const read = (...parts: readonly string[]): string => readFileSync(join(repositoryRoot, ...parts), 'utf8');
const [, operating = ''] =
  /## Servers: versions and settings\n([\s\S]*?)\n## /.exec(read('docs', 'OPERATING.md')) ?? [];
const compose = parse(read('deploy', 'compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, { readonly image: string; readonly command?: readonly string[] }>>;
};

/** Room in a batch beside its record: `packages/adapters/event-log/src/kafka/kafka-topics.ts`. */
const BATCH_OVERHEAD_BYTES = 64 * 1024;

describe('docs/OPERATING.md', () => {
  it('names the versions of the servers that the compose file has', () => {
    const version = (name: string): string => /:([\d.]+)/.exec(compose.services[name]?.image ?? '')?.[1] ?? '?';
    const named = `Kafka ${version('kafka')}, ClickHouse ${version('clickhouse')} and Redis ${version('redis')}`;
    expect(operating.replaceAll(/\s+/g, ' ')).toContain(`\`deploy/compose.yml\` names ${named}.`);
  });

  it('says how each topic of Kafka is made', () => {
    const topics = Object.values(topicsOf('<network>', { rawPartitions: 8, rawRetentionMs: 1 }));
    for (const { name, partitions, recordBytesMax, retentionMs } of topics) {
      const shown = name.endsWith('.dead-letters.v1') ? '….dead-letters.v1' : name;
      const row = operating.split('\n').find((line) => line.includes(`| \`${shown}\``)) ?? '';
      const [, , partitionsCell = '', retentionCell = '', bytesCell] = row.split('|').map((cell) => cell.trim());
      expect([name, bytesCell]).toEqual([name, String(recordBytesMax + BATCH_OVERHEAD_BYTES)]);
      expect([name, partitionsCell]).toEqual([name, partitions === 8 ? '`RAW_PARTITIONS`' : String(partitions)]);
      const ofTopic = retentionMs === 1 ? 'RAW_RETENTION_HOURS' : String(retentionMs ?? 'of the broker');
      expect([name, retentionCell]).toEqual([name, expect.stringContaining(ofTopic)]);
    }
  });

  it.each([
    ['reads', querySettings(defaultQueryBounds)],
    ['inserts', insertSettings],
  ])('names every setting of ClickHouse that %s set, with its value', (kind, settings) => {
    const row = operating.split('\n').find((line) => line.startsWith(`| ${kind}`)) ?? '';
    for (const [name, value] of Object.entries(settings)) expect(row).toContain(`\`${name}\` ${value}`);
  });

  it('asks of Redis what the compose file sets', () => {
    const command = compose.services['redis']?.command ?? [];
    expect(command).toContain('allkeys-lru');
    expect(operating).toContain('`maxmemory-policy allkeys-lru`');
  });
});
