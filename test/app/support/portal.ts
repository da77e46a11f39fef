import {
  cascade,
  configuration,
  createFixture,
  onIssue,
  serviceFacts,
  uuid,
  type Fixture,
} from './resolver-fixture';
import { pageOf, serviceObject, type ServiceObject } from './service-site';
import { keptToken, serviceObjects, type ResolverFunctionCase } from './resolver-functions';

const { fieldId, issue } = onIssue;

/** Where a request is made: the platform names no project and no work type there. */
export const onForm = {
  ...{ fieldId, entryPoint: 'edit', experience: 'portal-request' },
  ...{ renderContext: 'portal-request', portal: { id: 1 }, request: { typeId: 7 } },
};

/** Where its customer sees it. */
export const onRequest = {
  ...{ fieldId, entryPoint: 'view', experience: 'portal-view', renderContext: 'portal-view' },
  ...{ issue, portal: { id: 1 }, request: { typeId: 7 } },
};

/** The people of a portal, each as the platform tells of them. */
export const visitors = {
  'a customer': { accountId: 'cora', accountType: 'customer' },
  'someone without a license': { accountId: 'dan', accountType: 'unlicensed' },
  'an anonymous visitor': { accountId: 'unidentified', accountType: 'anonymous' },
  'an agent': { accountId: 'ada', accountType: 'licensed' },
} as const;
export type VisitorName = keyof typeof visitors;

const ofObject = { ...configuration, query: 'Kind = Laptop', portal: 'attributes' };
const ofCascade = { ...cascade, portal: 'labels' };
const modules = {
  'workspace-object': { functions: ofObject },
  'workspace-cascade': { functions: ofCascade },
};

interface PortalOptions {
  readonly module?: keyof typeof modules;
  /** What differs in the field's configuration. */
  readonly differs?: object;
  readonly token?: unknown;
}

const workTypeId = '30001';

/**
 * Service desk 1 with the request type 7, whose form shows the field; 8 is one that doesn't, and desk 2
 * one that nobody here may open. The request 10001 is Cora's, and Ada works on it.
 */
export function addServiceDesks({ jira }: Fixture): void {
  jira.desks.set('1', {
    projectId: '20001',
    requestTypes: new Map([
      ['7', { workTypeId, fieldIds: ['summary', fieldId] }],
      ['8', { workTypeId, fieldIds: ['summary'] }],
    ]),
    people: new Set(['cora', 'ada']),
  });
  jira.desks.set('2', {
    projectId: '20002',
    requestTypes: new Map([['9', { workTypeId, fieldIds: [fieldId] }]]),
    people: new Set(),
  });
  jira.requests.set('10001', {
    ...{ serviceDeskId: '1', requestTypeId: '7' },
    people: new Set(['cora', 'ada']),
  });
}

/** A site with a portal, whose field is configured with a portal use and a token is saved. */
export function createPortal({
  module = 'workspace-object',
  differs = {},
  token = keptToken,
}: PortalOptions = {}) {
  const fixture = createFixture();
  const { jira, kept } = fixture;
  addServiceDesks(fixture);
  jira.contexts.push(
    {
      ...{ projectId: '20001', workTypeId },
      configuration: { ...modules[module].functions, ...differs },
    },
    { projectId: '20002', workTypeId, configuration: { ...modules[module].functions, ...differs } },
  );
  jira.emailAddresses.set('cora', 'cora@example.com');
  if (token !== null) kept.secretStore.set('admin-token', token);
  fixture.objects.push(...serviceObjects);
  return { ...fixture, ask: asker(fixture, module) };
}

export type Portal = ReturnType<typeof createPortal>;

/** Calls a function as someone on the portal: as a customer on the form, unless told otherwise. */
function asker(fixture: Fixture, moduleKey: keyof typeof modules) {
  return (
    functionKey: string,
    payload: unknown,
    {
      as = 'a customer',
      extension = onForm,
    }: { as?: VisitorName; extension?: Record<string, unknown> } = {},
  ) => fixture.call(functionKey, payload, { moduleKey, extension, ...visitors[as] });
}

/** The service finds all of these, whatever it was asked for. */
export const found = (objects: readonly ServiceObject[], total = objects.length) =>
  pageOf(
    objects.map((object) => serviceObject(object, serviceFacts)),
    total,
    50,
  );

export const laptop = { objectId: uuid(1), label: 'MacBook' };

/** The page of the portal that calls a function; undefined for one that no portal calls. */
export function portalPageOf({
  functionKey,
  policy,
}: Pick<ResolverFunctionCase, 'functionKey' | 'policy'>) {
  if (policy !== 'visitor') return undefined;
  return functionKey.endsWith('View') ? onRequest : onForm;
}
