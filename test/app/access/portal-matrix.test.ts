import { describe, expect, test } from 'vitest';
import { callers, denied } from '../support/callers';
import { createPortal, onForm, onRequest, type Portal } from '../support/portal';
import { resolverFunctions, type ResolverFunctionCase } from '../support/resolver-functions';

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
