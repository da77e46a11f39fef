import type { Client } from '../../api/client';
import { adminsOnly, licensedPerson } from '../access/policies';
import type { Invocation } from '../access/invocation';
import { secured, type SecuredFunction } from '../access/secured';
import type { FieldConfigurations } from '../access/find-configuration';
import { searchObjects } from '../objects/search-objects';
import { lookUpObjects } from '../objects/look-up-objects';
import type { JiraAsPerson, ServiceAccount } from '../platform/platform';
import { getBoundQuery } from '../query-editor/bind-query';
import { pickingErrorReply } from '../replies/error-reply';
import { checkQuery } from '../query-editor/check-query';
import type { Configuration } from './configuration';
import * as functions from './object-field-contract';

interface Dependencies {
  readonly client: Client;
  readonly configurations: FieldConfigurations<Configuration>;
  readonly asPerson: JiraAsPerson;
  readonly account: Pick<ServiceAccount, 'hasGrant'>;
}

/** The field's module in manifest.yml. */
const modules = ['workspace-object'];

/** What the field's screens may ask. */
export function objectFieldHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [...pickingHandlers(dependencies), ...configuringHandlers(dependencies)];
}

/** For everyone who edits the field, each with their own grant. */
function pickingHandlers({ client, configurations, asPerson, account }: Dependencies) {
  const everyone = { policy: licensedPerson, modules, explain: pickingErrorReply };
  const getSource = async (invocation: Invocation) => {
    const configuration = await configurations.get(invocation);
    const findEmailAddress = () => asPerson.findEmailAddress();
    const query = await getBoundQuery(configuration.query, { findEmailAddress });
    return { ...configuration, query };
  };
  return [
    secured(functions.searchObjects, {
      ...everyone,
      async handle({ text }, invocation) {
        const found = await searchObjects(client, await getSource(invocation), text);
        return { objects: found.objects, total: found.total };
      },
    }),
    secured(functions.findOffered, {
      ...everyone,
      async handle({ objectIds }, invocation) {
        const source = { ...(await getSource(invocation)), attributes: [] };
        const offered = await lookUpObjects(client, source, objectIds);
        return { objectIds: offered.map(({ objectId }) => objectId) };
      },
    }),
    secured(functions.readField, {
      ...everyone,
      async handle(_, invocation) {
        const [{ cardinality }, isConnected] = await Promise.all([
          configurations.get(invocation),
          account.hasGrant(),
        ]);
        return { cardinality, isConnected };
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
