import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { extensionPoint } from '../forge/extension-point';
import { findModule } from '../forge/modules';
import { originsOf, resolvePermittedAddress } from '../forge/origins';
import { accounts, locales, profileOf, profileChoice } from '../jira/accounts';
import type { Account } from '../jira/accounts';
import { invalid } from '../jira/jira-error';
import type { SandboxState } from '../web/calls/sandbox-calls';
import { moduleAri, baseContext, extensionOf } from './app-context';
import { getCaller, parseBody } from './request-checks';
import { invokeApp } from './invocations';
import type { Sandbox } from './sandbox';

const appInvocation = extensionPoint.extend({
  functionKey: z.string(),
  payload: z.unknown().optional(),
});

const pageLocation = z.object({ moduleKey: z.string() });

const productCall = z.object({
  restPath: z.string().startsWith('/rest/'),
  fetchRequestInit: z
    .object({ method: z.string().optional(), body: z.string().nullish() })
    .default({}),
});

/** What the browser's part of the platform asks for on behalf of the app's user interface. */
export function addBridgeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/sandbox/state', (request) => describeSandbox(sandbox, getCaller(request)));

  app.post('/sandbox/bridge/context', (request) => {
    const account = getCaller(request);
    const point = parseBody(extensionPoint, request.body);
    const extension = extensionOf(sandbox, account, point);
    return { ...baseContext(sandbox, account, point.moduleKey), extension };
  });

  app.post('/sandbox/bridge/getUrl', (request) => {
    const { moduleKey } = parseBody(pageLocation, request.body);
    return { path: pathOfPage(sandbox, moduleKey) };
  });

  app.post('/sandbox/bridge/invoke', (request) => {
    const account = getCaller(request);
    const { functionKey, payload, ...point } = parseBody(appInvocation, request.body);
    const extension = extensionOf(sandbox, account, point);
    return invokeApp(sandbox, { ...point, account, functionKey, payload, extension });
  });

  app.post('/sandbox/bridge/fetchProduct', async (request) => {
    const { accountId } = getCaller(request);
    const { restPath, fetchRequestInit } = parseBody(productCall, request.body);
    const { method = 'GET', body } = fetchRequestInit;
    const init = { method, ...(body != null && { body }) };
    const response = await sandbox.host.fetchProduct(accountId, restPath, init);
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
      isAttachment: false,
    };
  });
}

/** @throws {JiraError} if the platform's router doesn't know pages of this kind */
function pathOfPage({ manifest, switches }: Sandbox, moduleKey: string): string {
  const isPersonal = findModule(manifest, moduleKey)?.type === 'jira:personalSettingsPage';
  if (isPersonal && !switches.routerKnowsPersonalPages) {
    throw invalid(`The router knows no address of the module '${moduleKey}'.`);
  }
  return `/settings/apps/${encodeURIComponent(moduleKey)}`;
}

function describeSandbox(sandbox: Sandbox, current: Account): SandboxState {
  const { manifest, siteUrl, customUiUrl, serviceUrl, jira } = sandbox;
  const { modules } = manifest;
  const origins = originsOf(manifest, serviceUrl);
  const isLicensed = current.accountType === 'licensed';
  return {
    accounts,
    current,
    profile: profileOf(jira.model, current.accountId),
    grant: describeGrant(sandbox, current),
    locales,
    siteUrl,
    origins: Object.fromEntries(origins),
    images: manifest.permissions.external.images.map((address) =>
      resolvePermittedAddress(address, origins),
    ),
    fieldTypes: modules['jira:customFieldType'].map((module) => ({
      ...module,
      ari: moduleAri(manifest, module.key),
    })),
    pages: (['jira:personalSettingsPage', 'jira:adminPage'] as const).flatMap((moduleType) =>
      isLicensed ? modules[moduleType].map((page) => ({ ...page, moduleType })) : [],
    ),
    projectPages: isLicensed ? modules['jira:projectPage'] : [],
    customUiUrl,
    deliversEvents: sandbox.switches.bridgeDeliversEvents,
  };
}

function describeGrant({ grants, provider }: Sandbox, { accountId }: Account) {
  const grant = grants.find(accountId);
  return grant ? { providerName: provider.name, displayName: grant.displayName } : null;
}

/** Language and time zone of the person who calls; Jira's own pages for it have no public REST. */
export function addProfileRoutes(app: FastifyInstance, { jira }: Sandbox): void {
  app.put('/sandbox/profile', async (request, reply) => {
    const { accountId } = getCaller(request);
    jira.model.state.profiles[accountId] = parseBody(profileChoice, request.body);
    await jira.save();
    return reply.code(204).send();
  });
}
