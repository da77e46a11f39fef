import * as z from 'zod';
import type { Client } from '../../api/client';
import { id } from '../../api/id';
import { templateLimits } from '../../query';
import { jiraAdministrator, licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { JiraAsPerson } from '../platform/platform';
import { checkQuery } from '../query-editor/check-query';
import { listTypeChoices, listWorkspaceChoices } from '../field-configuration/list-choices';
import type { FieldConfigurations } from './find-configuration';
import { lookUpObjects } from '../objects/look-up-objects';
import { maximumIdsPerCall } from '../objects/object-id';
import { searchObjects } from '../objects/search-objects';

interface Dependencies {
  readonly client: Client;
  readonly configurations: FieldConfigurations;
  readonly asPerson: JiraAsPerson;
}

/** The field's module in manifest.yml. */
const modules = ['workspace-object'];

const objectIds = z.strictObject({
  objectIds: z.array(z.string().max(255)).max(maximumIdsPerCall),
});
const typedText = z.strictObject({ text: z.string().max(255) });
const nothing = z.strictObject({});

/** What the field's screens may ask, by function key. */
export function objectFieldFunctions(dependencies: Dependencies): [string, SecuredFunction][] {
  return [...readingFunctions(dependencies), ...configuringFunctions(dependencies)];
}

/** For everyone who sees or edits the field, each with their own grant. */
function readingFunctions({ client, configurations, asPerson }: Dependencies) {
  const lookUp = secured({
    policy: licensedPerson,
    modules,
    payload: objectIds,
    async handle(payload, invocation) {
      const configuration = await configurations.get(invocation);
      return { objects: await lookUpObjects(client, configuration, payload.objectIds) };
    },
  });
  const search = secured({
    policy: licensedPerson,
    modules,
    payload: typedText,
    async handle({ text }, invocation) {
      const configuration = await configurations.get(invocation);
      const email = () => asPerson.findEmailAddress();
      return { objects: await searchObjects(client, configuration, text, email) };
    },
  });
  const field = secured({
    policy: licensedPerson,
    modules,
    payload: nothing,
    async handle(_, invocation) {
      const { cardinality } = await configurations.get(invocation);
      return { cardinality };
    },
  });
  return [
    ['view', lookUp],
    ['labels', lookUp],
    ['search', search],
    ['field', field],
  ] satisfies [string, SecuredFunction][];
}

/** For the admin who configures the field. */
function configuringFunctions({ client, asPerson }: Dependencies) {
  const workspaces = secured({
    policy: jiraAdministrator,
    modules,
    payload: nothing,
    handle: async () => ({ workspaces: await listWorkspaceChoices(client) }),
  });
  const types = secured({
    policy: jiraAdministrator,
    modules,
    payload: z.strictObject({ workspaceId: id }),
    handle: async ({ workspaceId }) => ({ types: await listTypeChoices(client, workspaceId) }),
  });
  const check = secured({
    policy: jiraAdministrator,
    modules,
    payload: z.strictObject({
      workspaceId: id,
      typeId: id,
      query: z.string().max(templateLimits.maximumLength),
    }),
    handle: (source) => checkQuery(client, source, () => asPerson.findEmailAddress()),
  });
  return [
    ['workspaces', workspaces],
    ['types', types],
    ['check', check],
  ] satisfies [string, SecuredFunction][];
}
