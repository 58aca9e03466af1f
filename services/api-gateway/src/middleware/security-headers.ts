import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Sets security headers. Scripts come from this server only, and the documentation page may call the listed servers.
 * Plain HTTP stays possible, because TLS is the task of a proxy.
 */
export function securityHeaders({ serverUrls }: { readonly serverUrls: readonly string[] }): RequestHandler {
  const origins = serverUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // Swagger UI sets styles in its script, and its icons are data URLs.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", ...origins],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      // Answers are public and may be read from other origins.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      strictTransportSecurity: false,
    }),
  );
  return function securityHeaders(_request, response, next) {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Returns what helmet sets: the same for every request, so it is asked once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}
