"""Reads every table and prints a line for each: its name, its rows, the sum of its whole numbers."""

import re
import sys

import clickhouse_connect

port, database, compress = int(sys.argv[1]), sys.argv[2], sys.argv[3]
client = clickhouse_connect.get_client(
    host="127.0.0.1", port=port, database=database, compress=False if compress == "none" else compress
)
names = client.query("SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name")
for (table,) in names.result_rows:
    result = client.query(f"SELECT * FROM `{table}`")
    whole = [bool(re.fullmatch(r"(Nullable\()?U?Int(8|16|32|64)\)?", kind.name)) for kind in result.column_types]
    total = sum(value for row in result.result_rows for value, is_whole in zip(row, whole) if is_whole and value is not None)
    print(table, len(result.result_rows), total)
