import type { IncomingMessage, ServerResponse } from 'node:http';
import { visibleText } from '../../api/visible-text';
import { storedId } from '../stored-id';
import { isStorable } from '../values/searchable-text';
import type { Account } from './account';
import { requireSignedInAccount } from './account-page';
import type { AccountPageContext } from './account-page';
import { invitationPath, peoplePagePath } from './account-paths';
import { FormRefused } from './form';
import { issueFormKey, readKeyedForm } from './form-key';
import { copyScript } from './pages/copy-script';
import { renderPeoplePage } from './pages/people-page';
import type { PeoplePage, TypedPerson } from './pages/people-page';
import { addPerson, changePerson, readAdministered, readPeople } from './people';
import type { AdministeredWorkspace } from './people';
import { redirect, sendPage } from './respond';

const formKey = { cookieName: 'wds-people', path: peoplePagePath };

interface Visit extends AccountPageContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly account: Account;
  readonly workspaces: readonly AdministeredWorkspace[];
  /** The one that is shown and changed; undefined for who administers none. */
  readonly workspace: AdministeredWorkspace | undefined;
}

/** The page on which administrators add people to their workspaces and remove them. */
export async function answerPeoplePage(
  context: AccountPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { server, database } = context;
  const account = await requireSignedInAccount(context, peoplePagePath, request, response);
  if (account === undefined) return;
  const workspaces = await readAdministered(database, account.id);
  const asked = new URL(request.url ?? '', server.issuer).searchParams.get('workspace');
  const workspace = workspaces.find(({ id }) => id === asked) ?? workspaces[0];
  const visit = { ...context, request, response, account, workspaces, workspace };
  if (request.method === 'POST') await acceptForm(visit);
  else await show(visit, 200);
}

async function acceptForm(visit: Visit): Promise<void> {
  const { server, database, request, response, workspaces } = visit;
  const form = await readKeyedForm(formKey, server, request, response);
  // Whoever was made a plain member in the meantime changes nothing.
  const workspace = workspaces.find(({ id }) => id === form.get('workspace'));
  if (workspace === undefined) throw new FormRefused('not_allowed');
  const change = form.get('intent') ?? '';
  if (change === 'add') {
    await acceptPerson({ ...visit, workspace }, form, workspace.id);
    return;
  }
  if (change !== 'remove' && change !== 'promote' && change !== 'demote')
    throw new FormRefused('form_unreadable');
  const id = storedId.safeParse(form.get('id'));
  if (!id.success) throw new FormRefused('form_unreadable');
  const person = { workspaceId: workspace.id, id: id.data };
  if (await changePerson(database, person, change)) redirect(response, pageOf(workspace));
  else {
    const refused = { id: person.id, problem: lastAdministrator };
    await show({ ...visit, workspace }, 422, { refused });
  }
}

const lastAdministrator =
  'A workspace needs at least one administrator. Make someone else an administrator first.';

async function acceptPerson(visit: Visit, form: URLSearchParams, workspaceId: string) {
  const email = (form.get('email') ?? '').trim();
  const name = visibleText(form.get('name') ?? '');
  const problem = findProblem(email, name);
  if (problem !== undefined) {
    const [wrongField, message] = problem;
    await show(visit, 422, { problem: message, typed: { email, name, wrongField } });
    return;
  }
  const now = visit.clock();
  const addition = await addPerson(visit.database, { workspaceId, email, name, now });
  switch (addition.kind) {
    case 'added':
      await show(visit, 200, { message: `${addition.name} was added.` });
      return;
    case 'waiting':
      await show(visit, 422, { problem: waiting, typed: { email, name, wrongField: 'email' } });
      return;
    case 'invited': {
      const link = `${visit.server.issuer}${invitationPath}/${addition.secret}`;
      await show(visit, 201, { invitation: { name, link } });
    }
  }
}

const waiting =
  'This person was invited to another workspace and hasn’t chosen a password yet. Add them once they have.';

type Problem = readonly [wrongField: TypedPerson['wrongField'], message: string];

function findProblem(email: string, name: string): Problem | undefined {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return ['email', 'Enter an email address.'];
  if (email.length > 254) {
    return ['email', 'The email address is too long: use at most 254 characters.'];
  }
  if (!isStorable(email)) {
    return ['email', 'The email address has a character that can’t be stored. Remove it.'];
  }
  if (name === '') return ['name', 'Enter a name.'];
  if (name.length > 100) return ['name', 'The name is too long: use at most 100 characters.'];
  if (!isStorable(name))
    return ['name', 'The name has a character that can’t be stored. Remove it.'];
  return undefined;
}

function pageOf({ id }: AdministeredWorkspace): string {
  return `${peoplePagePath}?workspace=${id}`;
}

type Shown = Pick<PeoplePage, 'problem' | 'typed' | 'refused' | 'message' | 'invitation'>;

async function show(visit: Visit, status: number, shown: Shown = {}): Promise<void> {
  const { server, database, request, response, account, workspaces, workspace } = visit;
  const page = renderPeoplePage({
    action: peoplePagePath,
    formKey: issueFormKey(formKey, server, request, response),
    account,
    workspaces,
    workspace,
    people: workspace === undefined ? [] : await readPeople(database, workspace.id),
    ...shown,
  });
  sendPage(response, { status, page, ...(shown.invitation && { script: copyScript }) });
}
