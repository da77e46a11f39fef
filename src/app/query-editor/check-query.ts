import { ServiceError, type Client } from '../../api/client';
import { describeFault, printQuery, type QuerySyntaxError } from '../../query';
import { messageOf } from '../access/error-reply';
import { Problem } from '../access/problem';
import { bindQuery } from './bind-query';
import type { QuerySource } from '../object-field/configuration';
import type { QueryCheck } from './replies';
import { storedLabel } from '../objects/stored-value';

const shownLabels = 10;

/**
 * Tries a query out with the admin's own account: how many objects it finds and the first of them,
 * or where it goes wrong.
 * @throws {Problem} NO_EMAIL
 */
export async function checkQuery(
  client: Client,
  source: QuerySource,
  findEmailAddress: () => Promise<string | undefined>,
): Promise<QueryCheck> {
  const bound = await bindQuery(source.query, findEmailAddress);
  if (bound.kind === 'noEmail') throw new Problem('NO_EMAIL');
  if (bound.kind === 'fault') return queryError(bound.fault);
  // Without placeholders the query goes out as typed, so that the service's positions fit it.
  const typed = bound.hasPlaceholders ? undefined : source.query;
  try {
    const page = await client.inWorkspace(source.workspaceId).objects.search({
      query: typed ?? printQuery(bound.query),
      typeId: source.typeId,
      limit: shownLabels,
      attributeIds: [],
    });
    const firstLabels = page.result.map((object) => storedLabel(object.label));
    return { kind: 'matches', total: page.total, firstLabels };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid') throw error;
    return refusal(error, typed);
  }
}

/** Names a place only where the service read what the admin typed: `typed`. */
function refusal(error: ServiceError, typed: string | undefined): QueryCheck {
  const message = messageOf(error);
  if (typed === undefined || !error.position) return { kind: 'queryError', message };
  const { offset } = error.position;
  return queryError(describeFault(typed, message, { start: offset, end: offset }));
}

function queryError({ message, line, column, excerpt }: QuerySyntaxError): QueryCheck {
  return { kind: 'queryError', message, line, column, excerpt };
}
