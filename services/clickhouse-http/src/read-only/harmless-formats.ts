/**
 * Formats that the read-only port answers with. Not in the list: formats that read a schema or template from a file or
 * write one (`Protobuf`, `CapnProto`, `Template`, `AvroConfluent`), `MySQLWire` and `PostgreSQLWire` (parts of other
 * protocols), and `PNG`.
 */
export const harmlessFormats: ReadonlySet<string> = new Set(
  `
TabSeparated TabSeparatedRaw TabSeparatedWithNames TabSeparatedWithNamesAndTypes TabSeparatedRawWithNames
TabSeparatedRawWithNamesAndTypes TSV TSVRaw TSVWithNames TSVWithNamesAndTypes TSVRawWithNames TSVRawWithNamesAndTypes
Raw RawWithNames RawWithNamesAndTypes TSKV CSV CSVWithNames CSVWithNamesAndTypes SQLInsert Values Vertical
JSON JSONStrings JSONColumns JSONColumnsWithMetadata JSONCompact JSONCompactStrings JSONCompactColumns JSONObjectEachRow
JSONEachRow JSONLines JSONL NDJSON JSONStringsEachRow JSONCompactEachRow JSONCompactEachRowWithNames
JSONCompactEachRowWithNamesAndTypes JSONCompactStringsEachRow JSONCompactStringsEachRowWithNames
JSONCompactStringsEachRowWithNamesAndTypes JSONEachRowWithProgress JSONStringsEachRowWithProgress
JSONCompactEachRowWithProgress JSONCompactStringsEachRowWithProgress PrettyJSONEachRow PrettyNDJSON PrettyJSONLines
Pretty PrettyNoEscapes PrettyMonoBlock PrettyNoEscapesMonoBlock PrettyCompact PrettyCompactNoEscapes
PrettyCompactMonoBlock PrettyCompactNoEscapesMonoBlock PrettySpace PrettySpaceNoEscapes PrettySpaceMonoBlock
PrettySpaceNoEscapesMonoBlock Markdown MD XML Prometheus GeoJSON RowBinary RowBinaryWithNames
RowBinaryWithNamesAndTypes Native Null Hash RawBLOB LineAsString LineAsStringWithNames LineAsStringWithNamesAndTypes
BSONEachRow MsgPack Npy Buffers Parquet ORC Avro Arrow ArrowStream ODBCDriver2
`
    .trim()
    .split(/\s+/),
);
