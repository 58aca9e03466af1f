export { runMigrate, type RunMigrateOptions } from './run-migrate.ts';
