import type { FastifyReply } from 'fastify';
import { endGrant, readGrants } from '../../accounts/oauth-storage';
import type { Grant } from '../../accounts/oauth-storage';
import { html, renderTable } from '../../base/html/markup';
import { renderDay } from '../../base/html/moment';
import { isStorable } from '../../base/refusals/storable-inputs';
import { accountPaths } from '../account-paths';
import { renderRemoval, sendAccountPage } from './account-page';
import type { Removal } from './account-page';
import { FormRefusal } from './forms';
import { answerSignedInVisit } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-connected-apps', path: accountPaths.connectedApps };

export function answerConnectedAppsPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, account, identity } = visit;
  if (form.get('intent') !== 'disconnect') throw new FormRefusal('form_unreadable');
  const id = form.get('id');
  // Not a UUID, as the identity server names it.
  if (id === null || !isStorable(id)) throw new FormRefusal('form_unreadable');
  const clientId = await endGrant(database, account.id, id);
  return show(
    visit,
    clientId === undefined
      ? 'Nothing was changed: this connection had already ended.'
      : `The connection to “${identity.appNameOf(clientId)}” was ended.`,
  );
}

async function show(visit: SignedInVisit, message?: string): Promise<FastifyReply> {
  const { database, account, clock } = visit;
  const grants = await readGrants(database, account.id, clock());
  const content = html`<p>These apps can read on your behalf what you can see.</p>
    ${renderTable(
      ['App', 'Connected', 'Action'],
      grants.map((grant) => renderGrant(visit, grant)),
      'No apps are connected.',
    )}`;
  const removals = grants.map((grant) => endOf(visit, grant));
  return sendAccountPage(visit, { title: 'Connected apps', message, removals }, content);
}

function renderGrant(visit: SignedInVisit, grant: Grant) {
  const end = endOf(visit, grant);
  return [
    visit.identity.appNameOf(grant.clientId),
    renderDay(grant.grantedAt),
    renderRemoval(visit, end),
  ];
}

function endOf({ identity }: SignedInVisit, { id, clientId }: Grant): Removal {
  const name = `“${identity.appNameOf(clientId)}”`;
  const consequence = 'This connection stops working. Other connections of the app stay.';
  return { id, intent: 'disconnect', verb: 'Disconnect', name, consequence };
}
