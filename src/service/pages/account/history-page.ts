import type { FastifyReply } from 'fastify';
import { changedKinds } from '../../../api/history';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { datesInLanguageOf } from '../../base/html/moment';
import { readAudit } from '../../model/history/read-history';
import { readPeople } from '../../model/resources/members';
import type { Person } from '../../model/resources/members';
import { parseInstant, startOfDay } from '../../model/values/time';
import { addressOf } from '../account-navigation';
import { pageSize, readPageNumber, renderPager } from '../pager';
import { kindWords, renderHistory } from '../render-history';
import { sendAccountPage } from './account-page';
import { describeUnknown, findNamed } from './address-lines';
import { renderField, renderHiddenFields, renderProblem, renderSelect } from './form-markup';
import type { FormProblem } from './form-markup';
import { answerWorkspaceVisit } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

export function answerHistoryPage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { title: 'History', show });
}

/** What the address asks for; a kind or a day that it can't mean counts as not asked. */
function readFilter({ parameters }: WorkspaceVisit, person: Person | undefined) {
  const dayOf = (name: string) => startOfDay(parameters.get(name) ?? '');
  const [from, last] = [dayOf('from'), dayOf('to')];
  return {
    userId: person?.id,
    kind: changedKinds.find((each) => each === parameters.get('kind')),
    from: from?.toISOString(),
    // The last day counts too. What would come after the year 9999 limits nothing.
    to: last && parseInstant(new Date(last.getTime() + dayMs).toISOString())?.toISOString(),
  };
}

const dayMs = 24 * 60 * 60_000;

function findProblemOfDays({ from, to }: ReturnType<typeof readFilter>): FormProblem | undefined {
  // Such texts are in the order of what they mean.
  const isTurned = from !== undefined && to !== undefined && from >= to;
  return isTurned ? { field: 'from', message: 'From is after To.' } : undefined;
}

async function show(visit: WorkspaceVisit): Promise<FastifyReply> {
  const { database, view, parameters, request } = visit;
  const typed = (parameters.get('person') ?? '').trim();
  const person = typed === '' ? undefined : findNamed(typed, await readPeople(database, view));
  const isUnknown = typed !== '' && person === undefined;
  const filter = readFilter(visit, person);
  const problem = isUnknown
    ? { field: 'person', message: describeUnknown(typed) }
    : findProblemOfDays(filter);
  const page = readPageNumber(parameters.get('page'));
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { result, total } = await readAudit(database, view, { ...filter, ...range });
  const dates = datesInLanguageOf(request.headers['accept-language']);
  const entries =
    result.length === 0
      ? html`<p class="subtle">No changes.</p>`
      : renderHistory(result, { view, dates, namesSubject: true });
  const list = html`${entries}
  ${renderPager({ page, total, names: 'changes' }, (to) => addressOf(visit, { page: String(to) }))}`;
  const content = html`<p>Who changed what in this workspace, and when.</p>
    ${renderProblem(problem)} ${renderFilter(visit, problem)}
    ${problem === undefined ? list : undefined}`;
  const title = `History in ${visit.workspace.name}`;
  return sendAccountPage(visit, { title, problem }, content);
}

function renderFilter(visit: WorkspaceVisit, problem: FormProblem | undefined): Markup {
  const { path, parameters } = visit;
  const value = (name: string) => parameters.get(name) ?? '';
  const kinds = changedKinds.map((kind) => ({ value: kind, name: kindWords[kind] }));
  const field = (name: string, label: string) => ({
    name,
    label,
    value: value(name),
    isRequired: false,
  });
  const day = (name: string, label: string) =>
    renderField({ ...field(name, label), type: 'date' }, problem);
  return html`<form class="row" method="get" action="${path}" role="search">
    ${renderHiddenFields({ workspace: visit.workspace.id })}
    ${renderField(field('person', 'Email address or name'), problem)}
    ${renderSelect({
      name: 'kind',
      label: 'What was changed',
      options: [{ value: '', name: 'Everything' }, ...kinds],
      value: value('kind'),
    })}
    ${day('from', 'From')} ${day('to', 'To')}
    <button type="submit">Show</button>
  </form>`;
}
