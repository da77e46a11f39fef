import type { FastifyReply } from 'fastify';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { addressOf, renderAccountPage } from '../account-navigation';
import { renderHidden } from './form-markup';
import { sendPage } from './visit';
import type { PageReply, SignedInVisit } from './visit';

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

/**
 * Sends the page on which a removal is confirmed, where the address asks for one of these, or else the page itself.
 * A form is always answered with the page, which says what was done.
 */
export async function sendPageOrConfirmation(
  visit: SignedInVisit,
  removals: readonly Removal[],
  renderPage: () => PageReply | Promise<PageReply>,
): Promise<FastifyReply> {
  const { parameters, request, reply } = visit;
  const removal = removals.find(
    ({ id, intent }) => intent === parameters.get('confirm') && id === parameters.get('id'),
  );
  if (removal === undefined || request.method === 'POST')
    return sendPage(reply, await renderPage());
  return sendPage(reply, { status: 200, page: renderConfirmation(visit, removal) });
}

function renderConfirmation(
  visit: SignedInVisit,
  { id, intent, verb, name, consequence }: Removal,
): string {
  const back = addressOf(visit);
  return renderAccountPage(
    { ...visit, title: `${verb} ${name}?` },
    html`<p>${consequence}</p>
      <form method="post" action="${back}">
        ${renderHidden(visit, { id })}
        <div class="actions">
          <button class="danger" type="submit" name="intent" value="${intent}">${verb}</button>
          <a class="button" href="${back}">Cancel</a>
        </div>
      </form>`,
  );
}
