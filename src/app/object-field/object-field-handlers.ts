import type { Client } from '../../api/client';
import { adminsOnly } from '../access/admins-only';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { FieldConfigurations } from '../access/find-configuration';
import { searchObjects } from '../objects/search-objects';
import type { JiraAsPerson } from '../platform/platform';
import { getBoundQuery } from '../query-editor/bind-query';
import { checkQuery } from '../query-editor/check-query';
import type { Configuration } from './configuration';
import * as functions from './object-field-contract';

interface Dependencies {
  readonly client: Client;
  readonly configurations: FieldConfigurations<Configuration>;
  readonly asPerson: JiraAsPerson;
}

/** The field's module in manifest.yml. */
const modules = ['workspace-object'];

/** What the field's screens may ask. */
export function objectFieldHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [...pickingHandlers(dependencies), ...configuringHandlers(dependencies)];
}

/** For everyone who edits the field, each with their own grant. */
function pickingHandlers({ client, configurations, asPerson }: Dependencies) {
  const everyone = { policy: licensedPerson, modules };
  return [
    secured(functions.searchObjects, {
      ...everyone,
      async handle({ text }, invocation) {
        const configuration = await configurations.get(invocation);
        const findEmailAddress = () => asPerson.findEmailAddress();
        const query = await getBoundQuery(configuration.query, { findEmailAddress });
        const found = await searchObjects(client, { ...configuration, query }, text);
        return { objects: found.objects, total: found.total };
      },
    }),
    secured(functions.readField, {
      ...everyone,
      async handle(_, invocation) {
        const { cardinality } = await configurations.get(invocation);
        return { cardinality };
      },
    }),
  ];
}

/** For the admin who configures the field. */
function configuringHandlers({ client, asPerson }: Dependencies) {
  const admin = adminsOnly(modules);
  return [
    secured(functions.checkQuery, {
      ...admin,
      handle: (source) => checkQuery(client, source, () => asPerson.findEmailAddress()),
    }),
  ];
}
