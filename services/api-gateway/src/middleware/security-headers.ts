import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Security headers for an API that also shows its own documentation. Scripts come from this server only; the
 * documentation page may call the listed servers. Plain HTTP stays possible: whether there is TLS is decided in front.
 */
export function securityHeaders({ serverUrls }: { readonly serverUrls: readonly string[] }): RequestHandler {
  const origins = serverUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Swagger UI sets styles from its script and draws its icons from data URLs.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...origins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Answers are public and read across origins.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  });
}
