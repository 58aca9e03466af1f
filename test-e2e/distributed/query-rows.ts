/** A database behind ClickHouse's HTTP interface. */
export interface StoredTables {
  readonly clickHouseUrl: string;
  readonly database: string;
}

/** Runs a query and returns its rows. */
export async function queryRows<Row>({ clickHouseUrl, database }: StoredTables, sql: string): Promise<readonly Row[]> {
  const response = await fetch(`${clickHouseUrl}/?database=${database}`, {
    method: 'POST',
    body: `${sql} FORMAT JSONEachRow`,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`ClickHouse refused: ${text}`);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Row);
}
