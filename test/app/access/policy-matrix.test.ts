import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callers, denied } from '../support/callers';
import { configuration, createFixture, onCreate, onIssue } from '../support/resolver-fixture';
import {
  calledFunctions,
  resolverFunctions,
  screens,
  type ResolverFunctionCase,
} from '../support/resolver-functions';
import { createPortal, onForm, onRequest, type Portal } from '../support/portal';

const cases = calledFunctions.flatMap((called) =>
  callers.map((caller) => ({
    ...called,
    ...caller,
    isAllowed: (caller.may as readonly string[]).includes(called.policy),
  })),
);

/** The reply, or the platform's own request for consent, which only an allowed caller gets. */
async function attempt(fixture: ReturnType<typeof createFixture>, called: (typeof cases)[number]) {
  const { functionKey, payload, accountId, accountType, module, resolver } = called;
  const caller = { accountId, accountType, resolver };
  try {
    return await fixture.call(functionKey, payload, { ...screens[module], ...caller });
  } catch (error) {
    return { prompted: (error as Error).name };
  }
}

describe('who may call what', () => {
  test.each(cases.filter(({ isAllowed }) => isAllowed))(
    '$caller may call $functionKey from $module',
    async (called) => {
      expect(await attempt(createFixture(), called)).not.toMatchObject(denied);
    },
  );

  test.each(cases.filter(({ isAllowed }) => !isAllowed))(
    '$caller may not call $functionKey from $module, and nothing is done for them',
    async (called) => {
      const fixture = createFixture();
      expect(await attempt(fixture, called)).toMatchObject(denied);
      expect(
        fixture.forge.calls.filter(({ as, target }) => as === 'app' || target === 'service'),
      ).toEqual([]);
    },
  );

  test.each(resolverFunctions)('$functionKey is refused from any other module', async (called) => {
    const others = [...Object.keys(screens), 'elsewhere', undefined].filter(
      (module) => !called.modules.some((own) => own === module),
    );
    for (const moduleKey of others) {
      const fixture = createFixture();
      const { functionKey, payload, resolver } = called;
      expect(await fixture.call(functionKey, payload, { moduleKey, resolver })).toMatchObject(
        denied,
      );
      expect(fixture.forge.calls).toEqual([]);
      expect(fixture.log).toHaveLength(1);
    }
  });

  test('is said of every function that there is', async () => {
    const files = readdirSync('src/app', { recursive: true, encoding: 'utf8' });
    const contracts = files.filter((path) => path.endsWith('-contract.ts'));
    const defined = await Promise.all(
      contracts.map((path) => import(resolve('src/app', path)) as Promise<object>),
    );
    const keys = defined
      .flatMap((one) => Object.values(one).map((value): unknown => value))
      .flatMap((one) => (typeof one === 'object' && one !== null && 'key' in one ? [one.key] : []));
    const called = resolverFunctions.map(({ functionKey }) => functionKey);
    expect([...new Set(called)].sort()).toEqual(keys.sort());
  });

  test('takes no answer of Jira, an error and another shape for a no', async () => {
    const answers = [
      () => new Response(null, { status: 500 }),
      () => Response.json({ globalPermissions: 'ADMINISTER' }),
      () => Response.json({}),
      () => new Response('<html>'),
    ];
    for (const jira of answers) {
      const fixture = createFixture();
      fixture.forge.jira = jira;
      const reply = await fixture.call('workspaces', {});
      expect(reply).toMatchObject({ kind: 'problem' });
      expect(fixture.forge.calls.filter(({ target }) => target === 'service')).toEqual([]);
    }
  });

  test('asks Jira on every call of the admin page who administers it', async () => {
    const fixture = createFixture();
    const calledByAdmin = () => fixture.call('facts', {}, { ...screens.admin, resolver: 'admin' });
    expect(await calledByAdmin()).toMatchObject({ kind: 'ok' });
    fixture.jira.administrators.clear();
    expect(await calledByAdmin()).toMatchObject(denied);
  });

  test('asks Jira on every call of a configuration who administers it', async () => {
    const fixture = createFixture();
    await fixture.call('workspaces', {});
    fixture.jira.administrators.clear();
    expect(await fixture.call('workspaces', {})).toMatchObject(denied);
  });

  test('never lends one person the permission of another', async () => {
    const fixture = createFixture();
    await fixture.call('workspaces', {});
    expect(await fixture.call('workspaces', {}, { accountId: 'ben' })).toMatchObject(denied);
    expect(
      await fixture.call('workspaces', {}, { accountId: 'ada', installationId: 'another site' }),
    ).not.toMatchObject(denied);
    fixture.jira.administrators.clear();
    expect(
      await fixture.call('workspaces', {}, { accountId: 'ada', installationId: 'a third site' }),
    ).toMatchObject(denied);
  });
});

describe('ids that the context only claims', () => {
  const foreign = {
    'a foreign issue': { ...onIssue, issue: { id: '99999', typeId: '30001' } },
    'a foreign project': { ...onIssue, project: { id: '99999' } },
    'a foreign issue without project': { fieldId: onIssue.fieldId, issue: { id: '99999' } },
    'a foreign project on a create screen': {
      fieldId: onIssue.fieldId,
      issue: { typeId: '30001' },
      project: { id: '99999' },
    },
    'a foreign project on a create screen without work type': {
      fieldId: onIssue.fieldId,
      project: { id: '99999' },
    },
  };

  test.each(Object.entries(foreign))(
    '%s is refused before the app does anything',
    async (_, extension) => {
      const fixture = createFixture();
      fixture.jira.contexts.push(
        { projectId: '20001', workTypeId: '30001', configuration },
        { projectId: '99999', workTypeId: '30001', configuration },
      );
      const reply = await fixture.call('search', { text: '' }, { extension });
      expect(reply).toMatchObject(denied);
      expect(fixture.forge.calls.filter(({ as }) => as !== 'user')).toEqual([]);
    },
  );

  const withoutWorkType = { fieldId: onCreate.fieldId, project: onCreate.project };
  const issueAlone = { fieldId: onIssue.fieldId, issue: { id: onIssue.issue.id } };
  const readers = [
    { screen: 'an issue', extension: onIssue, needs: 'BROWSE_PROJECTS' },
    { screen: 'an issue without its project', extension: issueAlone, needs: 'BROWSE_PROJECTS' },
    { screen: 'a create screen', extension: onCreate, needs: 'CREATE_ISSUES' },
    { screen: 'a create screen alone', extension: withoutWorkType, needs: 'CREATE_ISSUES' },
  ] as const;

  test.each(readers)('$screen needs $needs and nothing else', async ({ extension, needs }) => {
    for (const permission of ['BROWSE_PROJECTS', 'CREATE_ISSUES'] as const) {
      const fixture = createFixture();
      fixture.jira.allowed.set('ada', { [permission]: [20001] });
      fixture.jira.contexts.push(
        { projectId: '20001', workTypeId: '30001', configuration },
        { projectId: '20001', workTypeId: '30002', configuration },
      );
      const reply = await fixture.call('field', {}, { extension });
      expect(reply).toMatchObject(permission === needs ? { kind: 'ok' } : denied);
    }
  });

  test.each([
    { issue: { id: '10001/../../x' } },
    { issue: { id: '010001' } },
    { issue: { id: '9007199254740993' } },
    { project: { id: 'DEMO' } },
    { fieldId: 'customfield_1?x=1' },
    { fieldId: '../customfield_10010' },
    { fieldId: 'summary' },
    'no object',
  ])('a context like %j is refused', async (extension) => {
    const fixture = createFixture();
    const reply = await fixture.call(
      'field',
      {},
      { extension: extension as Record<string, unknown> },
    );
    expect(reply).toMatchObject({ kind: 'problem', code: 'BAD_REQUEST' });
    expect(fixture.forge.calls).toEqual([]);
  });
});

/** Who is answered on the portal, and on which of its pages: a request is told to its people alone. */
const visiting: Readonly<Record<string, readonly string[]>> = {
  'a Jira admin': ['portal-request', 'portal-view'],
  'a portal customer': ['portal-request', 'portal-view'],
  'a project admin without a license': ['portal-request'],
  'someone without a license': ['portal-request'],
  'an anonymous visitor': ['portal-request'],
  'an anonymous visitor without an id': ['portal-request'],
};

const pages = [
  { page: 'portal-request', extension: onForm },
  { page: 'portal-view', extension: onRequest },
] as const;

const portalCases = resolverFunctions.flatMap((called) =>
  pages.flatMap((page) =>
    callers.map((caller) => ({
      ...called,
      ...caller,
      ...page,
      isAllowed: called.policy === 'visitor' && (visiting[caller.caller] ?? []).includes(page.page),
    })),
  ),
);

describe('who may call what on the service portal', () => {
  const portalOf = ({ modules }: Pick<ResolverFunctionCase, 'modules'>) =>
    createPortal({
      module: modules.includes('workspace-object') ? 'workspace-object' : 'workspace-cascade',
    });
  const attemptOn = (portal: Portal, called: (typeof portalCases)[number]) => {
    const { functionKey, payload, accountId, accountType, extension, resolver, modules } = called;
    const caller = { accountId, accountType, resolver, moduleKey: modules[0], extension };
    return portal.call(functionKey, payload, caller);
  };

  test.each(portalCases.filter(({ isAllowed }) => isAllowed))(
    '$caller is answered by $functionKey on $page',
    async (called) => {
      expect(await attemptOn(portalOf(called), called)).not.toMatchObject(denied);
    },
  );

  test.each(resolverFunctions)(
    '$functionKey refuses everyone else, and does nothing for them',
    async ({ functionKey, modules }) => {
      const portal = portalOf({ modules });
      const cases = portalCases.filter((one) => one.functionKey === functionKey && !one.isAllowed);
      for (const called of cases) {
        portal.forge.calls.length = 0;
        const { caller, page } = called;
        const reply = await attemptOn(portal, called);
        expect([caller, page, reply]).toMatchObject([caller, page, denied]);
        const done = portal.forge.calls.filter(
          ({ as, target }) => as === 'app' || target === 'service',
        );
        expect([caller, page, done]).toEqual([caller, page, []]);
      }
    },
  );

  test('refuses a page of a portal that this version doesn’t know, to people with a license too', async () => {
    const portal = createPortal();
    for (const functionKey of ['search', 'portalSearch']) {
      const extension = { ...onForm, experience: 'portal-other' };
      const reply = await portal.ask(functionKey, { text: '' }, { as: 'an agent', extension });
      expect(reply).toMatchObject(denied);
    }
  });
});
