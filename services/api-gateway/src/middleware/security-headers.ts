import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Sets security headers. Scripts come from this server only, and the documentation page may call the listed servers.
 * Plain HTTP stays possible, because TLS is the task of a proxy.
 */
export function securityHeaders({ serverUrls }: { readonly serverUrls: readonly string[] }): RequestHandler {
  const origins = serverUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return helmet({
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
  });
}
