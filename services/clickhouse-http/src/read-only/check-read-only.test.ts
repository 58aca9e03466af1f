import { describe, expect, it } from '@jest/globals';
import { checkReadOnly } from './check-read-only.ts';

const check = (sql: string) => checkReadOnly(sql, { functions: [], tableFunctions: [], parameters: new Map() });

describe('a column, table or alias with the name of a keyword', () => {
  it.each([
    'SELECT 1 AS SETTINGS',
    'SELECT SETTINGS\nFROM t',
    'SELECT\n    SETTINGS AS x,\n    SETTINGS + 1\nFROM t AS SETTINGS\nWHERE SETTINGS.a = 1\nORDER BY SETTINGS DESC',
    'WITH\n    SETTINGS AS\n    (\n        SELECT 1\n    )\nSELECT *\nFROM SETTINGS',
    'SELECT 1 AS PARALLEL\nFROM t',
    'SELECT count()\nFROM PARALLEL',
  ])('is read: %s', (sql) => {
    expect(() => check(sql)).not.toThrow();
  });

  it.each([
    'SELECT 1\nSETTINGS max_threads = 1',
    'SELECT 1\nSETTINGS final = true',
    'SELECT 1\nSETTINGS a.b = 1',
    'SELECT 1\nSETTINGS `a b` = 1',
    'SELECT 1\nSETTINGS FROM = 1',
    'SELECT 1\nSETTINGS FROM.x = 1',
    'SELECT 1\nSETTINGS {x:Identifier} = 1',
    'SELECT 1 AS SETTINGS\nSETTINGS max_threads = 1',
    'SELECT 1 AS AS\nSETTINGS x = DEFAULT',
    'SELECT SETTINGS(x = 1)',
    'SELECT 1\nPARALLEL WITH\nDROP TABLE t',
    'SELECT 1 AS PARALLEL\nPARALLEL WITH\nDROP TABLE t',
  ])('does not let the keyword through: %s', (sql) => {
    expect(() => check(sql)).toThrow('is not allowed on this port');
  });
});
