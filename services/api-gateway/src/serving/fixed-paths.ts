import { type IRoute, type RequestHandler, Router } from 'express';

/** Routes by their whole paths, below where they are mounted. A request tries only those of its own path. */
export interface FixedPaths {
  /** Adds a route. The path has no parameters. */
  route(path: string): IRoute;
  readonly handle: RequestHandler;
}

/**
 * One router for all paths would try them one after the other, and once more when a request has failed: hundreds of
 * regular expressions, which took a millisecond and more of each request that failed.
 */
export function createFixedPaths({ ignoresCase }: { readonly ignoresCase: boolean }): FixedPaths {
  const routers = new Map<string, Router>();
  const keyOf = (path: string): string => {
    const key = path.endsWith('/') ? path.slice(0, -1) : path;
    return ignoresCase ? key.toLowerCase() : key;
  };
  return {
    route(path) {
      if (/[^\w/.-]/.test(path)) throw new TypeError(`not a fixed path: ${path}`);
      const router = routers.get(keyOf(path)) ?? Router({ caseSensitive: !ignoresCase });
      routers.set(keyOf(path), router);
      return router.route(path);
    },
    handle(request, response, next) {
      const router = routers.get(keyOf(request.path));
      if (router === undefined) next();
      else router(request, response, next);
    },
  };
}
