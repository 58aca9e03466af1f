export { type BodyReader, createBodyReader } from './body-reader.ts';
export { foreignCallerRefusal, isLoopback } from './foreign-caller.ts';
export { hasUnreadBody } from './unread-body.ts';
export { RequestError, type RequestErrorCode } from './request-error.ts';
export { type JsonBounds, parseJson } from './parse-json.ts';
export { type HttpServer, type HttpServerOptions, openHttpServer, type StopTimes } from './open-http-server.ts';
