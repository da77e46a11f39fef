import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { visibleText } from '../../../api/visible-text';
import { storedId } from '../../base/refusals/stored-id';
import { isStorable } from '../../model/values/searchable-text';
import { requireSignedInAccount } from './account-page';
import type { AccountPageContext, AccountVisit } from './account-page';
import { invitationPath, peoplePagePath, tokenPagePath } from '../account-paths';
import { FormRefused } from './form';
import { issueFormKey, readKeyedForm } from './form-key';
import { copyScript } from './copy-script';
import { renderErrorPage } from '../../base/html/error-page';
import { renderPeoplePage } from './views/people-page';
import type { PeoplePage, TypedPerson } from './views/people-page';
import { addPerson, changePerson, readAdministered, readPeople } from '../../accounts/people';
import type { AdministeredWorkspace, PersonChange } from '../../accounts/people';
import { redirect, sendPage } from './respond';

const formKey = { cookieName: 'wds-people', path: peoplePagePath };

interface Visit extends AccountVisit {
  readonly workspaces: readonly AdministeredWorkspace[];
  /** The one that is shown and changed; undefined for who administers none. */
  readonly workspace: AdministeredWorkspace | undefined;
}

interface AdministratorVisit extends Visit {
  readonly workspace: AdministeredWorkspace;
}

/** The page on which administrators add people to their workspaces and remove them. */
export async function answerPeoplePage(
  context: AccountPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { server, database } = context;
  const path = request.url ?? peoplePagePath;
  const account = await requireSignedInAccount(context, path, request, response);
  if (account === undefined) return;
  const workspaces = await readAdministered(database, account.id);
  const asked = new URL(path, server.issuer).searchParams.get('workspace');
  const workspace = asked === null ? workspaces[0] : workspaces.find(({ id }) => id === asked);
  const visit = { ...context, request, response, account, workspaces, workspace };
  if (request.method === 'POST') await acceptForm(visit);
  else if (asked !== null && workspace === undefined) sendNoWorkspace(response);
  else await show(visit, 200);
}

/** Rather than another workspace, to which people would be added by mistake. */
function sendNoWorkspace(response: ServerResponse): void {
  const page = renderErrorPage({
    error: 'not_found',
    title: 'Workspace not found',
    text: 'There is no such workspace, or you aren’t one of its administrators.',
    homeAddress: tokenPagePath,
  });
  sendPage(response, { status: 404, page });
}

async function acceptForm(visit: Visit): Promise<void> {
  const form = await readKeyedForm(formKey, visit);
  // Whoever was made a plain member in the meantime changes nothing.
  const workspace = visit.workspaces.find(({ id }) => id === form.get('workspace'));
  if (workspace === undefined) throw new FormRefused('not_allowed');
  const intent = form.get('intent') ?? '';
  const here = { ...visit, workspace };
  if (intent === 'add') await acceptPerson(here, form);
  else if (intent === 'remove' || intent === 'promote' || intent === 'demote')
    await acceptChange(here, intent, readId(form));
  else throw new FormRefused('form_unreadable');
}

function readId(form: URLSearchParams): string {
  const id = storedId.safeParse(form.get('id'));
  if (!id.success) throw new FormRefused('form_unreadable');
  return id.data;
}

async function acceptChange(
  visit: AdministratorVisit,
  intent: PersonChange,
  id: string,
): Promise<void> {
  const person = { workspaceId: visit.workspace.id, id };
  const change = await changePerson(visit.database, person, intent);
  if (change.kind === 'lastAdministrator') {
    await show(visit, 422, { refused: { id, problem: lastAdministrator } });
  } else if (change.kind === 'noMember') {
    await show(visit, 200, { message: noMember });
  } else if (id === visit.account.id && intent !== 'promote') {
    // Who stops being an administrator here can't open this workspace's page any more.
    redirect(visit.response, peoplePagePath);
  } else {
    await show(visit, 200, { message: `${change.name} ${outcomes[intent]}` });
  }
}

/** What follows the name. */
const outcomes: Readonly<Record<PersonChange, string>> = {
  remove: 'was removed.',
  promote: 'is now an administrator.',
  demote: 'is no longer an administrator.',
};

const noMember = 'Nothing was changed: this person is no longer a member.';

const lastAdministrator =
  'A workspace needs at least one administrator. Make someone else an administrator first.';

async function acceptPerson(visit: AdministratorVisit, form: URLSearchParams): Promise<void> {
  const email = (form.get('email') ?? '').trim();
  const name = visibleText(form.get('name') ?? '');
  const problem = findProblem(email, name);
  if (problem !== undefined) {
    const [wrongField, message] = problem;
    await show(visit, 422, { problem: message, typed: { email, name, wrongField } });
    return;
  }
  const addition = await addPerson(visit.database, {
    workspaceId: visit.workspace.id,
    email,
    name,
    formId: readId(form),
    now: visit.clock(),
  });
  switch (addition.kind) {
    case 'added':
      await show(visit, 200, { message: `${addition.name} was added.` });
      return;
    case 'member':
      await show(visit, 200, { message: `${addition.name} is already a member.` });
      return;
    case 'waiting':
      await show(visit, 422, { problem: waiting, typed: { email, name, wrongField: 'email' } });
      return;
    case 'repeated':
      await show(visit, 200, { message: `${addition.name} ${alreadyInvited}` });
      return;
    case 'invited': {
      const link = `${visit.server.issuer}${invitationPath}/${addition.secret}`;
      await show(visit, 201, { invitation: { ...addition, link } });
    }
  }
}

/** What follows the name. The browser may have dropped the page with the link, as on a double click. */
const alreadyInvited =
  'was already invited. If you don’t have the link, add them again to get a new one.';

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

type Shown = Pick<PeoplePage, 'problem' | 'typed' | 'refused' | 'message' | 'invitation'>;

async function show(visit: Visit, status: number, shown: Shown = {}): Promise<void> {
  const { database, response, account, workspaces, workspace } = visit;
  const page = renderPeoplePage({
    action: peoplePagePath,
    formKey: issueFormKey(formKey, visit),
    newId: randomUUID(),
    account,
    workspaces,
    workspace,
    people: workspace === undefined ? [] : await readPeople(database, workspace.id),
    ...shown,
  });
  sendPage(response, { status, page, ...(shown.invitation && { script: copyScript }) });
}
