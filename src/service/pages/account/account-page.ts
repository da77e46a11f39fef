import type { FastifyReply } from 'fastify';
import type { PagePolicy } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { addressOf, renderAccountPage } from '../account-navigation';
import { renderDone, renderForm } from './form-markup';
import type { FormProblem } from './form-markup';
import { sendPage } from './visit';
import type { SignedInVisit } from './visit';

interface AccountPage extends PagePolicy {
  readonly title: string;
  /** 200 if absent. */
  readonly status?: number | undefined;
  /** What was done just now, as a sentence. */
  readonly message?: string | undefined;
  /** What is wrong with what was sent; the title says that something is. */
  readonly problem?: FormProblem | string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** What the page offers to take away. */
  readonly removals?: readonly Removal[];
}

/** Sends a page beside the navigation; where the address asks to take something away, the page that confirms it. */
export function sendAccountPage(
  visit: SignedInVisit,
  { status = 200, message, problem, removals = [], ...page }: AccountPage,
  content: Markup,
): FastifyReply {
  const removal = findRemoval(visit, removals);
  if (removal !== undefined) return sendConfirmation(visit, removal);
  const whole = message === undefined ? content : html`${renderDone(message)} ${content}`;
  return sendPage(visit.reply, {
    ...page,
    status,
    page: renderAccountPage({ ...visit, ...page, hasProblem: problem !== undefined }, whole),
  });
}

/** Something that a form takes away, once that is confirmed. */
export interface Removal {
  readonly id: string;
  readonly intent: string;
  readonly verb: string;
  /** As in the question “Revoke “Backup”?”: in quotes unless it is a person’s. */
  readonly name: string;
  readonly consequence: string;
}

/** Leads to the page on which the removal is confirmed: nothing is gone at one click, also without a script. */
export function renderRemoval(visit: SignedInVisit, { id, intent, verb, name }: Removal): Markup {
  const address = addressOf(visit, { confirm: intent, id });
  return html`<a class="button danger" href="${address}" aria-label="${verb} ${name}">${verb}</a>`;
}

/** The one that the address asks for. A form is never asked back, but told what was done. */
function findRemoval(
  { parameters, request }: SignedInVisit,
  removals: readonly Removal[],
): Removal | undefined {
  if (request.method === 'POST') return undefined;
  const [asked, askedId] = [parameters.get('confirm'), parameters.get('id')];
  return removals.find(({ id, intent }) => intent === asked && id === askedId);
}

function sendConfirmation(
  visit: SignedInVisit,
  { id, intent, verb, name, consequence }: Removal,
): FastifyReply {
  return sendAccountPage(
    visit,
    { title: `${verb} ${name}?` },
    html`<p>${consequence}</p>
      ${renderForm(visit, { hidden: { id }, intent, label: verb, kind: 'danger', cancels: true })}`,
  );
}
