import type * as z from 'zod/mini';
import { createConsentAttempts } from './access/consent-attempts';
import { createFailureLog } from './replies/failure-log';
import { createPermissions, licensedPerson } from './access/policies';
import { createResolver } from './access/resolver';
import { createServiceClient } from './access/service-client';
import { bulkEditHandlers } from './bulk-edit/bulk-edit-handlers';
import { cascadeConfiguration } from './cascade-field/configuration';
import {
  cascadeFieldHandlers,
  cascadeFieldPortalHandlers,
} from './cascade-field/cascade-field-handlers';
import { cascadeConfigHandlers } from './cascade-field/config-handlers';
import { connectHandlers } from './connect/connect-handlers';
import { createFieldConfigurations, type FieldConfigurations } from './access/find-configuration';
import { fieldConfigurationHandlers } from './field-configuration/field-configuration-handlers';
import { configuration } from './object-field/configuration';
import {
  objectFieldHandlers,
  objectFieldPortalHandlers,
} from './object-field/object-field-handlers';
import { objectHandlers, type ShowingConfiguration } from './objects/objects-handlers';
import type { AppOptions } from './platform/platform';
import { portalNoteHandlers } from './portal/portal-note-handlers';
import { createPortalParts, createSecuredOnPortal } from './portal/portal-answers';
import { queryEditorHandlers } from './query-editor/query-editor-handlers';
import { createRefresh } from './refresh/refresh';
import {
  createContextConfigurationProbe,
  probedConfigurations,
} from './site-check/context-configuration';
import { createStoredQueries } from './stored-queries/stored-queries';
import { workItemsCountHandler } from './work-items/work-items';

/** Builds the resolver of both fields and the connect page: manifest.yml, `field-resolver`. */
export function createFieldResolver({ platform, isPlatformPrompt, now, writeLog }: AppOptions) {
  const client = createServiceClient(platform.account.transport);
  const permissions = createPermissions(platform, now);
  const place = { platform, permissions, now };
  const probe = createContextConfigurationProbe({ platform, now });
  const configurationsOf = <Configuration extends object>(schema: z.ZodMiniType<Configuration>) =>
    probedConfigurations(createFieldConfigurations({ ...place, schema }), probe);
  const ofObject = configurationsOf(configuration);
  const ofCascade = configurationsOf(cascadeConfiguration);
  const { account, asPerson } = platform;
  const personal = { client, asPerson, account };
  const portal = createPortalParts(platform, now);
  const functions = [
    ...objectFieldHandlers({ ...personal, configurations: ofObject }),
    ...cascadeFieldHandlers({ ...personal, configurations: ofCascade }),
    ...queryEditorHandlers(personal),
    ...cascadeConfigHandlers(personal),
    ...objectFieldPortalHandlers(createSecuredOnPortal(portal, 'workspace-object', configuration)),
    ...cascadeFieldPortalHandlers(
      createSecuredOnPortal(portal, 'workspace-cascade', cascadeConfiguration),
    ),
    ...portalNoteHandlers({ ...portal, now }),
    ...objectHandlers({
      client,
      platform,
      now,
      configurations: new Map<string, FieldConfigurations<ShowingConfiguration>>([
        ['workspace-object', ofObject],
        ['workspace-cascade', ofCascade],
      ]),
    }),
    ...bulkEditHandlers({ client, platform, ofObject, ofCascade }),
    workItemsCountHandler({
      platform,
      now,
      policy: licensedPerson,
      modules: ['workspace-object', 'workspace-cascade'],
    }),
    ...fieldConfigurationHandlers({ ...personal, adminToken: portal.adminToken }),
    ...connectHandlers({
      client,
      account,
      attempts: createConsentAttempts(platform, now),
      storedQueries: createStoredQueries({ store: platform.store, now }),
      refresh: createRefresh({ platform, now }),
      now,
      isPlatformPrompt,
    }),
  ];
  return createResolver({
    functions,
    permissions,
    isPlatformPrompt,
    log: createFailureLog(writeLog),
  });
}
