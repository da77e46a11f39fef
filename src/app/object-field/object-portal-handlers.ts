import { portalVisitor } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { lookUpObjects } from '../objects/look-up-objects';
import { isObjectId } from '../objects/object-id';
import { type OpenField, type PortalAnswers, portalErrorReply } from '../portal/portal-answers';
import {
  attributesOnPortal,
  portalObject,
  searchShown,
  withAttributes,
} from '../portal/shown-on-portal';
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
          Promise.resolve({ cardinality, isConnected: true }),
        ),
    }),
    secured(functions.searchOnPortal, {
      ...visitors,
      handle: ({ text }, invocation) =>
        answers.answer(invocation, async (field) => {
          const source = await sourceOf(field);
          const client = await field.askService(1);
          const found = await searchShown(client, source, text, () => field.askService(1));
          return { objects: found.objects.map(portalObject), total: found.total };
        }),
    }),
    secured(functions.viewOnPortal, {
      ...visitors,
      handle: ({ objectIds }, invocation) =>
        answers.answer(invocation, async (field) => {
          return { objects: withAttributes(await lookUp(field, objectIds)) };
        }),
    }),
  ];
}

type Field = OpenField<Configuration>;

/** Where this person's answer is looked for, and what it may hold. */
async function sourceOf(field: Field) {
  const { configuration, findEmailAddress } = field;
  const query = await getBoundQuery(configuration.query, { findEmailAddress });
  return { ...configuration, query, ...attributesOnPortal(field) };
}

/** Only objects that the field offers this person: guessing the id of another one finds nothing. */
async function lookUp(field: Field, objectIds: readonly string[]) {
  const { attributes } = attributesOnPortal(field);
  if (attributes.length === 0 || !objectIds.some(isObjectId)) return [];
  const source = await sourceOf(field);
  return lookUpObjects(await field.askService(1), source, objectIds);
}
