import { combineWithObjectIds, printQuery } from '../../query';
import { portalVisitor } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { isObjectId, objectKey } from '../objects/object-id';
import { searchObjects } from '../objects/search-objects';
import { showObject } from '../objects/shown-object';
import type { OpenField, PortalAnswers } from '../portal/portal-answers';
import { portalObject } from '../portal/portal-object';
import { portalErrorReply } from '../portal/portal-reply';
import { getBoundQuery } from '../query-editor/bind-query';
import type { Configuration } from './configuration';
import * as functions from './object-portal-contract';

/** What the field's screens may ask on the service portal, with the admin's token. */
export function objectFieldPortalHandlers(
  answers: PortalAnswers<Configuration>,
): SecuredFunction[] {
  const visitors = {
    policy: portalVisitor,
    modules: ['workspace-object'],
    explain: portalErrorReply,
  };
  return [
    secured(functions.readPortalField, {
      ...visitors,
      handle: (_, invocation) =>
        answers.answer(invocation, ({ configuration: { cardinality } }) =>
          Promise.resolve({ cardinality }),
        ),
    }),
    secured(functions.searchOnPortal, {
      ...visitors,
      handle: ({ text }, invocation) =>
        answers.answer(invocation, async (field) => {
          const source = { ...field.configuration, ...(await shownPart(field)) };
          const found = await searchObjects(await field.askService(1), source, text);
          return { objects: found.objects.map(portalObject), total: found.total };
        }),
    }),
    secured(functions.viewOnPortal, {
      ...visitors,
      handle: ({ objectIds }, invocation) =>
        answers.answer(invocation, async (field) => {
          const objects = await lookUp(field, objectIds);
          const shown = objects.filter(({ attributes }) => attributes.length > 0);
          return { objects: shown.map(({ objectId, attributes }) => ({ objectId, attributes })) };
        }),
    }),
  ];
}

type Field = OpenField<Configuration>;

/**
 * The query for this person, and the attributes that their answer may hold. No other one is
 * searched, since a match would tell what it holds.
 */
async function shownPart({ configuration, shows, findEmailAddress }: Field) {
  const query = await getBoundQuery(configuration.query, { findEmailAddress });
  const attributes = shows === 'attributes' ? configuration.attributes : [];
  const shownIds = new Set(attributes.map(({ attributeId }) => attributeId));
  const searchedAttributes = configuration.searchedAttributes?.filter(({ attributeId }) =>
    shownIds.has(attributeId),
  );
  return { query, attributes, searchedAttributes };
}

/** Only objects that the field offers this person: guessing the id of another one finds nothing. */
async function lookUp(field: Field, objectIds: readonly string[]) {
  const { workspaceId, typeId, attributes: configured } = field.configuration;
  const ids = [...new Set(objectIds.filter(isObjectId).map(objectKey))];
  if (field.shows !== 'attributes' || configured.length === 0 || ids.length === 0) return [];
  const { query, attributes } = await shownPart(field);
  const client = await field.askService(1);
  const page = await client.inWorkspace(workspaceId).objects.search({
    query: printQuery(combineWithObjectIds(query, ids)),
    typeId,
    limit: ids.length,
    attributeIds: attributes.map(({ attributeId }) => attributeId),
  });
  return page.result.map((object) => portalObject(showObject(object, attributes)));
}
