import type { Client } from '../../api/client';
import { adminsOnly, licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { FieldConfigurations } from '../access/find-configuration';
import { searchObjects } from '../objects/search-objects';
import type { JiraAsPerson, ServiceAccount } from '../platform/platform';
import { pickingErrorReply } from '../replies/error-reply';
import { checkCascade } from './check-cascade';
import type { CascadeConfiguration } from './configuration';
import { findAllowed } from './find-allowed';
import * as configFunctions from './config-functions';
import * as functions from './cascade-field-contract';
import { levelFacts } from './level-needs';
import { getLevelQuery, withLabels } from './level-query';
import { offeredSelections } from './offered-selections';

interface Dependencies {
  readonly client: Client;
  readonly configurations: FieldConfigurations<CascadeConfiguration>;
  readonly asPerson: JiraAsPerson;
  readonly account: Pick<ServiceAccount, 'hasGrant'>;
}

/** The field's module in manifest.yml. */
const modules = ['workspace-cascade'];

/** What only the cascade's screens may ask. */
export function cascadeFieldHandlers(dependencies: Dependencies): SecuredFunction[] {
  return [...pickingHandlers(dependencies), ...configuringHandlers(dependencies)];
}

/** For everyone who edits the field, each with their own grant. */
function pickingHandlers({ client, configurations, asPerson, account }: Dependencies) {
  const everyone = { policy: licensedPerson, modules, explain: pickingErrorReply };
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(functions.readCascade, {
      ...everyone,
      async handle(_, invocation) {
        const [{ levels }, isConnected] = await Promise.all([
          configurations.get(invocation),
          account.hasGrant(),
        ]);
        return { levels: levelFacts(levels), isConnected };
      },
    }),
    secured(functions.searchLevel, {
      ...everyone,
      async handle({ levelId, text, selections }, invocation) {
        const configuration = await configurations.get(invocation);
        const { levels, attributes = [] } = configuration;
        const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
        const found = await searchObjects(client, { ...configuration, query, attributes }, text);
        return { objects: found.objects, total: found.total };
      },
    }),
    secured(functions.findOfferedPath, {
      ...everyone,
      async handle({ selections }, invocation) {
        const { workspaceId, levels } = await configurations.get(invocation);
        const choice = { client, workspaceId, levels, selections, findEmailAddress };
        const levelIds = levels.map(({ levelId }) => levelId);
        const offered = await offeredSelections(choice, levelIds);
        return {
          levels: offered.map(({ levelId, objects }) => ({
            levelId,
            objectIds: objects.map(({ objectId }) => objectId),
          })),
        };
      },
    }),
    secured(functions.findAllowed, {
      ...everyone,
      async handle({ changedLevelId, selections }, invocation) {
        const { workspaceId, levels } = await configurations.get(invocation);
        const choice = { levels, selections, findEmailAddress };
        return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
      },
    }),
  ];
}

/** For the admin who configures the field. */
function configuringHandlers({ client, asPerson }: Dependencies) {
  const admin = adminsOnly(modules);
  const findEmailAddress = () => asPerson.findEmailAddress();
  return [
    secured(configFunctions.checkCascade, {
      ...admin,
      handle: async (source) => ({
        levels: await checkCascade({ client, source, findEmailAddress }),
      }),
    }),
    secured(configFunctions.previewLevel, {
      ...admin,
      async handle({ levels, levelId, text, selections, ...source }) {
        const query = await getLevelQuery(levelId, { levels, selections, findEmailAddress });
        const found = await searchObjects(client, { ...source, query }, text);
        return { ...found, query: withLabels(found.query, selections) };
      },
    }),
    secured(configFunctions.previewAllowed, {
      ...admin,
      async handle({ workspaceId, levels, changedLevelId, selections }) {
        const choice = { levels, selections, findEmailAddress };
        return { levels: await findAllowed({ ...choice, client, workspaceId, changedLevelId }) };
      },
    }),
  ];
}
