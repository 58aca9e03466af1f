export { ClickHouseStoreError } from './errors.ts';
export type { ClickHouseStore, EngineBounds, QueryBounds } from './store/click-house-store.ts';
export { openClickHouse } from './open-click-house.ts';
export { openServerStore } from './store/open-server-store.ts';
export { hashWindows, type HashWindows } from './hash-windows.ts';
export { deleteRows } from './store/delete-rows.ts';
export { patientStore } from './store/patient-store.ts';
export { defaultQueryBounds } from './store/query-bounds.ts';
export { checkTables } from './migrations/check-schema.ts';
export { guardSchema } from './migrations/wait-for-schema.ts';
export { migrate, type MigrateOptions } from './migrations/migrate.ts';
export { type Migration, migrations } from './migrations/migrations.ts';
export { readSchemaState, requireSchema } from './migrations/schema-state.ts';
export { createDigestLayouts, type FindDigestLayout } from './digests/digest-layout.ts';
export { prepareDeployment, readDeployment, recordDeployment } from './migrations/deployment.ts';
export { dropTestDatabase, emptyTestDatabase } from './migrations/drop-test-database.ts';
export { type DigestedBlock, type DigestedRounds, digestKey, readDigests } from './digests/read-digests.ts';

// Parts of the port that the engine in process (`@tonriver/chdb`) shares.
export { binaryResultFormat, decodeResult } from './store/decode-result.ts';
export { checkParameters, checkWanted, insertSettings, querySettings } from './store/query-bounds.ts';
export { setStatement } from './store/set-statement.ts';
export { serverCodeOf, storeErrorOf, writtenRowsMismatch } from './store/store-error.ts';
