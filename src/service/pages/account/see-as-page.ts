import type { FastifyReply } from 'fastify';
import { permissionMatrix } from '../../../api/permission';
import { seeAs } from '../../accounts/access-overview';
import type { SeenAs } from '../../accounts/access-overview';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { readPeople } from '../../model/resources/members';
import type { Person } from '../../model/resources/members';
import { accountPaths } from '../account-paths';
import { sendAccountPage } from './account-page';
import { describeUnknown, findNamed, writeNamed } from './address-lines';
import { renderField, renderForm } from './form-markup';
import type { FormProblem } from './form-markup';
import { answerWorkspaceVisit } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

const formKey = { cookieName: 'wds-see-as', path: accountPaths.seeAs };

/** The page on which administrators see what one person reads and changes, and through what. */
export function answerSeeAsPage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { formKey, title: 'See as', show, acceptForm });
}

interface Shown {
  readonly typed?: string;
  readonly problem?: FormProblem;
  readonly seen?: { readonly person: Person; readonly access: SeenAs };
}

/** A form, as the look is recorded: following a link records nothing. */
async function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, view, clock } = visit;
  const typed = form.get('person') ?? '';
  const people = await readPeople(database, view);
  const person = findNamed(typed, people);
  if (person === undefined) {
    const problem = { field: 'person', message: describeUnknown(typed) };
    return show(visit, 422, { typed, problem });
  }
  const access = await seeAs(database, view, person, clock());
  return show(visit, 200, { typed, seen: { person, access } });
}

async function show(visit: WorkspaceVisit, status = 200, shown: Shown = {}): Promise<FastifyReply> {
  const { database, view, parameters, workspace } = visit;
  const asked = parameters.get('person');
  const typed =
    shown.typed ?? (asked === null ? '' : writeNamed([asked], await readPeople(database, view)));
  const { seen, problem } = shown;
  const title =
    seen === undefined ? `See as someone in ${workspace.name}` : `What ${seen.person.name} sees`;
  const content = html`<p>
      See what someone can read and change in this workspace, and why. This gives you no access, and
      the history says that you looked.
    </p>
    ${renderForm(
      { ...visit, parameters: new URLSearchParams() },
      { problem, label: 'See as this person', kind: 'primary' },
      renderField({ name: 'person', label: 'Email address or name', value: typed }, problem),
    )}
    ${seen && renderSeen(seen)}`;
  return sendAccountPage(visit, { title, status, problem }, content);
}

function renderSeen({ person, access }: NonNullable<Shown['seen']>): Markup {
  const { types, sites } = access;
  return html`<section aria-labelledby="seen">
      <h2 id="seen" tabindex="-1" autofocus>${person.name}</h2>
      <p>${roleTexts[person.role]}</p>
    </section>
    <h2>Types</h2>
    ${renderTable(
      ['Type', 'Objects', 'Can read', 'Can change'],
      types.map(({ name, objectCount, read, write }) => [
        name,
        read === null ? 'None' : objectCount.toLocaleString('en'),
        describe(read),
        permissionMatrix.changeObjects[person.role]
          ? describe(write)
          : 'No: readers can’t change anything',
      ]),
      'There are no types.',
    )}
    <h2>Sites</h2>
    ${renderTable(
      ['Site', 'Can open'],
      sites.map(({ name, read }) => [name, describe(read)]),
      'There are no sites.',
    )}`;
}

const roleTexts: Readonly<Record<Person['role'], string>> = {
  reader: 'Reader: can read what they have access to.',
  editor: 'Editor: can also change objects of the types that they have access to.',
  administrator:
    'Administrator: can also change types, sites, people and access. They can’t see objects and sites that only others have access to.',
};

function describe(grounds: SeenAs['sites'][number]['read']): string {
  if (grounds === null) return 'No';
  const { isNamed, groupNames } = grounds;
  const groups = groupNames.map((name) => `group ${name}`);
  const through = [...(isNamed ? ['by name'] : []), ...groups];
  return through.length === 0 ? 'Yes: everyone can' : `Yes: ${through.join(', ')}`;
}
