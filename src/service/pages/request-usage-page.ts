import type { FastifyInstance } from 'fastify';
import type { Identity } from '../accounts/identity';
import { readGrants } from '../accounts/oauth-storage';
import { readPersonalAccessTokens } from '../accounts/personal-access-tokens';
import type { Queryable } from '../base/database/database';
import { pageHeaders } from '../base/html/layout';
import { html, renderTable } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import type { RequestLimits, Use } from '../base/request-limits/request-limits';
import type { Caller } from '../model/permissions/workspace-view';
import { readMemberships } from '../model/resources/members';
import { addressOf, renderAccountPage } from './account-navigation';
import { accountPaths } from './account-paths';
import { answerSignedIn } from './signed-in-pages';

interface UsePageDependencies {
  readonly database: Queryable;
  readonly identity: Pick<Identity, 'findBrowserSession' | 'appNameOf'>;
  readonly requestLimits: RequestLimits;
  readonly clock: () => Date;
}

/** Answers the page on which people see how many requests their tokens and workspaces have left. */
export function answerRequestUsagePage(
  app: FastifyInstance,
  dependencies: UsePageDependencies,
): void {
  answerSignedIn(app, dependencies.identity, accountPaths.usage, async (caller, { url }, reply) => {
    const parameters = new URLSearchParams(url.split('?')[1]);
    const page = renderUsePage(caller, parameters, await readUse(dependencies, caller));
    return reply.headers(pageHeaders()).send(page);
  });
}

interface NamedUse extends Use {
  readonly name: string;
  /** Tells tokens of one name apart. */
  readonly hint?: string;
}

async function readUse(
  { database, identity, requestLimits, clock }: UsePageDependencies,
  caller: Caller,
) {
  const { userId } = caller;
  const tokens = await readPersonalAccessTokens(database, { accountId: userId });
  const grants = await readGrants(database, userId, clock());
  const memberships = await readMemberships(database, caller);
  const named = async (
    names: Pick<NamedUse, 'name' | 'hint'>,
    subject: Parameters<RequestLimits['read']>[0],
  ) => ({ ...names, ...(await requestLimits.read(subject)) });
  return {
    memberships,
    tokens: await Promise.all([
      ...tokens.map(({ id, name, lastFour }) =>
        named({ name, hint: `ends in …${lastFour}` }, { kind: 'token', id }),
      ),
      ...grants.map(({ id, clientId }) =>
        named({ name: identity.appNameOf(clientId), hint: 'connected app' }, { kind: 'token', id }),
      ),
    ]),
    workspaces: await Promise.all(
      memberships.map(({ id, name }) => named({ name }, { kind: 'workspace', id })),
    ),
  };
}

function renderUsePage(
  account: Caller,
  parameters: URLSearchParams,
  { memberships, tokens, workspaces }: Awaited<ReturnType<typeof readUse>>,
): string {
  const path = accountPaths.usage;
  return renderAccountPage(
    { path, parameters, title: 'Usage', account, memberships },
    html`<p>
        Requests made in the last 5 minutes. When you reach a limit, the service responds with
        status 429 and says how long to wait.
      </p>
      <h2>Your tokens and connected apps</h2>
      ${renderUses(tokens, 'Token or app', 'You have no tokens, and no apps are connected.')}
      <h2>Your workspaces</h2>
      <p class="subtle">Requests from everyone in the workspace count.</p>
      ${renderUses(workspaces, 'Workspace', 'You aren’t a member of any workspace.')}
      <p><a class="button" href="${addressOf({ path, parameters })}">Refresh</a></p>`,
  );
}

function renderUses(uses: readonly NamedUse[], heading: string, whenEmpty: string): Markup {
  if (uses.length === 0) return html`<p class="subtle">${whenEmpty}</p>`;
  return renderTable([heading, 'Requests', 'Next request'], uses.map(renderUse));
}

function renderUse({ name, hint, used, limit, waitMs }: NamedUse) {
  const text = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  return [
    html`${name} ${hint && html`<span class="subtle">${hint}</span>`}`,
    html`<meter min="0" max="${limit}" value="${used}" aria-hidden="true"></meter> ${text}`,
    waitMs === 0 ? 'Now' : `In ${durationText(waitMs)}`,
  ];
}

/** In whole minutes, and below one in seconds, rounded up. */
function durationText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1000);
  const [value, unit] = seconds > 60 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return value.toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
}
