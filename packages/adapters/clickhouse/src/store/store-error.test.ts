import { describe, expect, it } from '@jest/globals';
import { ClickHouseStoreError } from '../errors.ts';
import { openServerStore } from './open-server-store.ts';
import { serverCodeOf, storeErrorOf } from './store-error.ts';

const refusal = (code: string) => Object.assign(new Error('refused'), { code, type: 'X' });

describe('the error of a failed call', () => {
  it.each([
    ['159', 'clickhouse_timeout', true],
    ['241', 'clickhouse_overloaded', true],
    ['252', 'clickhouse_overloaded', true],
    ['692', 'clickhouse_overloaded', true],
    ['202', 'clickhouse_overloaded', true],
    ['210', 'clickhouse_unreachable', true],
    ['396', 'clickhouse_result_too_large', false],
    ['60', 'clickhouse_rejected', false],
    ['62', 'clickhouse_rejected', false],
    ['516', 'clickhouse_rejected', false],
  ])('server error %s is %s', (code, expected, isRetryable) => {
    expect(storeErrorOf(refusal(code), 'http', {})).toMatchObject({
      code: expected,
      isRetryable,
      fields: { serverCode: Number(code) },
    });
  });

  it('has the server code from every place where a client puts it', () => {
    expect(serverCodeOf(Object.assign(new Error('x'), { clickhouseCode: 60, code: 'CHDB_QUERY' }))).toBe(60);
    expect(serverCodeOf(new Error('outer', { cause: refusal('62') }))).toBe(62);
    expect(serverCodeOf(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBeUndefined();
    expect(serverCodeOf('text')).toBeUndefined();
  });

  it('is the error of the program itself, unchanged, when the program made a mistake', () => {
    const mistake = new TypeError('undefined is not a function');
    expect(storeErrorOf(mistake, 'http', {})).toBe(mistake);
    const unknown = new Error('what?');
    expect(storeErrorOf(unknown, 'embedded', {})).toBe(unknown);
    const typed = new ClickHouseStoreError('clickhouse_closed', 'closed');
    expect(storeErrorOf(typed, 'http', {})).toBe(typed);
  });

  it('is retryable when there is no server', async () => {
    const store = openServerStore({ url: 'http://127.0.0.1:9', database: 'any' });
    await expect(store.query('SELECT 1')).rejects.toMatchObject({ code: 'clickhouse_unreachable', isRetryable: true });
    await expect(
      store.insertRows({ name: 't', columns: [] }, { bytes: new Uint8Array(1), rowCount: 1 }),
    ).rejects.toMatchObject({
      code: 'clickhouse_unreachable',
      isRetryable: true,
    });
    await store.close();
  });
});
