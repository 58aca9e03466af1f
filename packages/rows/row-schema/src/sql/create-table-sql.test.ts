import { describe, expect, it } from '@jest/globals';
import { rowVersion, seqno } from '../tables/shared-columns.ts';
import { createTableSql } from './create-table-sql.ts';

const table = {
  name: 'small',
  comment: "An analyst's table",
  columns: [seqno, rowVersion],
  engine: { kind: 'replacing', version: 'row_version' },
  orderBy: ['seqno'],
  partitionBy: 'intDiv(seqno, 1000)',
  settings: { index_granularity: 1024 },
} as const;

describe('createTableSql', () => {
  it('writes comments, codecs, sort key, partition and settings', () => {
    const sql = createTableSql(table, 'ton_test');
    expect(sql).toContain('CREATE TABLE IF NOT EXISTS `ton_test`.`small` (');
    expect(sql).toContain("`seqno` UInt32 COMMENT 'Block number in its shard' CODEC(DoubleDelta, ZSTD(1))");
    expect(sql).toContain(
      ') ENGINE = ReplacingMergeTree(row_version)\nPARTITION BY intDiv(seqno, 1000)\nORDER BY (`seqno`)',
    );
    expect(sql).toMatch(/^SETTINGS index_granularity = 1024, merge_selector_\w+ = 0, auto_statistics_types = ''$/m);
    expect(sql.endsWith("\nCOMMENT 'An analyst\\'s table'")).toBe(true);
  });

  it('creates a replicated table on every server of a cluster when the options say so', () => {
    const sql = createTableSql(table, 'ton_test', { cluster: 'main', isReplicated: true });
    expect(sql).toContain('`ton_test`.`small` ON CLUSTER `main` (');
    expect(sql).toContain('ENGINE = ReplicatedReplacingMergeTree(row_version)');
  });

  it('refuses a name with characters that are not allowed', () => {
    expect(() => createTableSql(table, 'ton`; DROP')).toThrow(expect.objectContaining({ code: 'invalid_name' }));
  });
});
