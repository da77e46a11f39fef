import type { Client } from '../../api/client';
import { combineWithLabelMatch, printQuery, type QuerySyntaxError } from '../../query';
import { Problem } from '../access/problem';
import { bindQuery } from '../query-editor/bind-query';
import type { Configuration } from '../object-field/configuration';
import { maximumFoundObjects, type ShownObject } from './replies';
import { showObject } from './shown-object';

/**
 * The first objects of the configured query whose label matches what was typed; nothing typed
 * matches all of them.
 * @throws {Problem} QUERY_REFUSED or NO_EMAIL
 */
export async function searchObjects(
  client: Client,
  configuration: Configuration,
  typedText: string,
  findEmailAddress: () => Promise<string | undefined>,
): Promise<ShownObject[]> {
  const bound = await bindQuery(configuration.query, findEmailAddress);
  if (bound.kind === 'noEmail') throw new Problem('NO_EMAIL');
  if (bound.kind === 'fault') throw new Problem('QUERY_REFUSED', describe(bound.fault));
  const page = await client.inWorkspace(configuration.workspaceId).objects.search({
    query: printQuery(combineWithLabelMatch(bound.query, typedText)),
    typeId: configuration.typeId,
    limit: maximumFoundObjects,
    attributeIds: configuration.attributes.map((attribute) => attribute.attributeId),
  });
  return page.result.map((object) => showObject(object, configuration.attributes));
}

function describe({ message, line, column }: QuerySyntaxError): string {
  return `${message} (line ${line}, column ${column})`;
}
