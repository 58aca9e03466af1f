/**
 * How many parts of a table are merged at once, at least, as long as a few MB are all that they have. Each round adds a
 * part to most tables, and a merge of small parts takes the large part beside them along: with ClickHouse's 5, a small
 * table is written anew after every fifth round. The parts that wait meanwhile cost a read next to nothing.
 */
const partsOfMergeMin = 16;

/**
 * The server configuration of an engine that writes.
 *
 * By default it looks twenty times a second how much memory the process uses: half of what an idle engine takes.
 */
export const writingConfiguration = `<clickhouse>
  <memory_worker_period_ms>1000</memory_worker_period_ms>
  <merge_tree><merge_selector_base>${partsOfMergeMin}</merge_selector_base></merge_tree>
</clickhouse>
`;
