import { pendingActionsQuery, readQuery } from '@tonriver/api-model';
import type { RequestHandler } from 'express';
import type { Dialect } from '../../dialects/dialect.ts';
import { contextOf } from '../../middleware/request-context.ts';
import { notImplemented } from '../not-implemented/handler.ts';
import { parametersOf } from '../read-route.ts';

/** GET pendingActions: refuses invalid requests, and answers 501 to others, because it is not implemented yet. */
export function createPendingActionsHandler(dialect: Dialect): RequestHandler {
  return function pendingActions(request, response) {
    contextOf(response).endpoint = 'pendingActions';
    const reading = readQuery(pendingActionsQuery, parametersOf(request, dialect));
    if (reading.kind === 'faults') throw dialect.queryError(reading.faults);
    const { account, ext_msg_hash: hashes = [] } = reading.query;
    if (account === undefined && hashes.length === 0) {
      throw dialect.badRequest('account or ext_msg_hash should be specified');
    }
    throw notImplemented('pendingActions');
  };
}
