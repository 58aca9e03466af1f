/** Name of the disk with the tables of the writing process. */
export const tablesDisk = 'tables';

/**
 * Returns the server configuration of a read-only engine.
 *
 * A folder with `plain` metadata is the only local disk that the engine treats as read-only. An ordinary local disk
 * ignores `readonly`, and both processes would merge and remove its parts.
 */
export function readOnlyConfiguration({
  source,
  path,
  memoryBytesMax,
}: {
  readonly source: string;
  readonly path: string;
  readonly memoryBytesMax: number;
}): string {
  return `<clickhouse>
  <users_config>${xml(path)}/users.xml</users_config>
  <storage_configuration>
    <disks>
      <${tablesDisk}>
        <type>object_storage</type>
        <object_storage_type>local</object_storage_type>
        <metadata_type>plain</metadata_type>
        <path>${xml(source)}/</path>
        <readonly>true</readonly>
      </${tablesDisk}>
    </disks>
    <policies><${tablesDisk}><volumes><main><disk>${tablesDisk}</disk></main></volumes></${tablesDisk}></policies>
  </storage_configuration>
  <merge_tree><storage_policy>${tablesDisk}</storage_policy></merge_tree>
  <max_server_memory_usage>${memoryBytesMax}</max_server_memory_usage>
  <remote_url_allow_hosts></remote_url_allow_hosts>
  <user_files_path>${xml(path)}/files/</user_files_path>
  <format_schema_path>${xml(path)}/files/</format_schema_path>
  <background_pool_size>1</background_pool_size>
  <background_merges_mutations_concurrency_ratio>1</background_merges_mutations_concurrency_ratio>
  <background_move_pool_size>1</background_move_pool_size>
  <background_fetches_pool_size>1</background_fetches_pool_size>
  <background_common_pool_size>1</background_common_pool_size>
  <background_schedule_pool_size>2</background_schedule_pool_size>
  <max_thread_pool_size>128</max_thread_pool_size>
</clickhouse>
`;
}

/**
 * The only user of a read-only engine. It needs `DROP TABLE ON system.*` to remove system tables at the start, and
 * `SYSTEM RESTART DISK` to refresh; a statement with `readonly = 1` can do neither. Without grants on sources, table
 * functions can read no files and reach no network.
 */
export const readOnlyUsers = `<clickhouse>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SELECT, SHOW ON *.*</query>
        <query>GRANT CREATE TEMPORARY TABLE ON *.*</query>
        <query>GRANT DROP TABLE ON system.*</query>
        <query>GRANT SYSTEM RESTART DISK ON *.*</query>
      </grants>
    </default>
  </users>
</clickhouse>
`;

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
