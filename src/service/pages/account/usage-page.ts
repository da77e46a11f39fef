import type { FastifyReply } from 'fastify';
import { readGrants } from '../../accounts/oauth-storage';
import { readPersonalAccessTokens } from '../../accounts/personal-access-tokens';
import { showGigabytes } from '../../base/files/storage-budgets';
import type { StorageBudgets } from '../../base/files/storage-budgets';
import { renderMoment } from '../../base/html/moment';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { RequestLimits, Use } from '../../base/request-limits/request-limits';
import { findStorage } from '../../model/resources/workspace-storage';
import { addressOf } from '../account-navigation';
import { sendAccountPage } from './account-page';
import { answerSignedInVisit } from './visit';
import type { SignedInVisit, Visit } from './visit';

/** The page on which people see how many requests their tokens and workspaces have left. */
export function answerUsagePage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, undefined, async (signedIn) => {
    const { tokens, workspaces } = await readUse(signedIn);
    const stored = await readStored(signedIn);
    return sendAccountPage(
      signedIn,
      { title: 'Usage' },
      html`<p>
          Requests made in the last 5 minutes. When you reach a limit, the service responds with
          status 429 and says how long to wait.
        </p>
        <h2>Your tokens and connected apps</h2>
        ${renderUses(tokens, 'Token or app', 'You have no tokens, and no apps are connected.')}
        <h2>Your workspaces</h2>
        <p class="subtle">Requests from everyone in the workspace count.</p>
        ${renderUses(workspaces, 'Workspace', 'You aren’t a member of any workspace.')}
        ${stored.length > 0 ? renderStored(stored, signedIn.storageBudgets) : undefined}
        <p><a class="button" href="${addressOf(signedIn)}">Refresh</a></p>`,
    );
  });
}

interface NamedUse extends Use {
  readonly name: string;
  /** Tells tokens of one name apart. */
  readonly hint?: string;
}

async function readUse(visit: SignedInVisit) {
  const { database, identity, requestLimits, account, memberships, clock } = visit;
  const tokens = await readPersonalAccessTokens(database, { accountId: account.id });
  const grants = await readGrants(database, account.id, clock());
  const named = async (
    names: Pick<NamedUse, 'name' | 'hint'>,
    subject: Parameters<RequestLimits['read']>[0],
  ) => ({ ...names, ...(await requestLimits.read(subject)) });
  return {
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

interface NamedStorage {
  readonly name: string;
  /** Undefined where it hasn't been counted yet. */
  readonly storage: Awaited<ReturnType<typeof findStorage>>;
}

/** What the workspaces hold that the person administers. */
function readStored({ database, memberships }: SignedInVisit): Promise<NamedStorage[]> {
  const administered = memberships.filter(({ role }) => role === 'administrator');
  return Promise.all(
    administered.map(async ({ id, name }) => ({ name, storage: await findStorage(database, id) })),
  );
}

function renderStored(
  stored: readonly NamedStorage[],
  { bytesPerWorkspace }: StorageBudgets,
): Markup {
  const limit = showGigabytes(bytesPerWorkspace);
  const rows = stored.map(({ name, storage }) => [
    name,
    storage
      ? html`<meter
            min="0"
            max="${bytesPerWorkspace}"
            value="${storage.bytes}"
            aria-hidden="true"
          ></meter>
          ${showGigabytes(storage.bytes)} of ${limit}`
      : 'Not counted yet',
    storage ? renderMoment(storage.countedAt) : '',
  ]);
  return html`<h2>Storage</h2>
    <p class="subtle">
      Values and files of objects in the workspaces that you administer, counted every 10 minutes. A
      workspace that holds more than its limit takes nothing new.
    </p>
    ${renderTable(['Workspace', 'Stored', 'Counted'], rows, '')}`;
}

function renderUses(uses: readonly NamedUse[], heading: string, whenEmpty: string): Markup {
  return renderTable([heading, 'Requests', 'Next request'], uses.map(renderUse), whenEmpty);
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
