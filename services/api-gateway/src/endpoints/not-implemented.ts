import { type DeployedRoute, deployedRoutes } from './deployed-routes.ts';
import { endpoints } from './index.ts';

const served = new Set(endpoints.flatMap(({ paths }) => paths));

/**
 * The routes of the deployed public service that no endpoint serves. They answer 501, because clients take 404 for
 * "does not exist".
 */
export const missingRoutes: readonly DeployedRoute[] = deployedRoutes.filter(({ path }) => !served.has(path));
