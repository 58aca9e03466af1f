// The exports of the module. `src/kernel.ts` holds it; `src/crc32c.ts`, `src/scan-in-kernel.ts` and
// `src/hash-in-batches.ts` call it.

export { freeMemoryStart, hashCells } from "./cell-hashes";
export { placeTable } from "./cell-table";
export { addToChecksum, buildChecksumTables, checksumInput, checksumInputLength } from "./crc32c";
export { linkCells, scanCells } from "./scan-cells";
