import { expect, it } from '@jest/globals';
import { deployedRoutes } from './deployed-routes.ts';
import { endpoints } from './index.ts';
import { missingRoutes } from './not-implemented.ts';

const served = endpoints.flatMap(({ paths }) => paths);
const deployed = deployedRoutes.map(({ path }) => path);
const repeated = (paths: readonly string[]): readonly string[] =>
  paths.filter((path, index) => paths.indexOf(path) !== index);

it('a path is served by one endpoint, and named once among those of the deployed service', () => {
  expect([repeated(served), repeated(deployed)]).toEqual([[], []]);
});

it('every served path is one of the deployed service, with the methods that it has there', () => {
  const methodsOf = new Map(deployedRoutes.map(({ path, methods }) => [path, methods]));
  for (const { paths, describe } of endpoints) {
    for (const path of paths) {
      const methods = describe('deployed', undefined).map(({ method }) => method.toUpperCase());
      expect([path, methods.toSorted()]).toEqual([path, methodsOf.get(path)?.toSorted()]);
    }
  }
});

it('every path of the deployed service is served, or answers that it is not implemented', () => {
  expect([...served, ...missingRoutes.map(({ path }) => path)].toSorted()).toEqual(deployed.toSorted());
});

it('jsonRPC serves every endpoint of v2', () => {
  const methods = endpoints.flatMap(({ rpc }) => (rpc === undefined ? [] : [`/v2/${rpc.name}`]));
  expect([...methods, '/v2/jsonRPC'].sort()).toEqual(served.filter((path) => path.startsWith('/v2/')).sort());
});
