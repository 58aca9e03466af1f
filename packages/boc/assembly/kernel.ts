// What the module offers: `src/kernel.ts` holds it, and `src/hash-in-batches.ts` and `src/scan-in-kernel.ts` call it.

export { freeMemoryStart, hashCells } from "./cell-hashes";
export { placeTable } from "./cell-table";
export { linkCells, scanCells } from "./scan-cells";
