import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type {
  DeletedObject,
  NotRestored,
  NotRestoredReason,
  RestoredObject,
} from '../../../api/object';
import { permissionMatrix } from '../../../api/permission';
import { renderPage } from '../../base/html/layout';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderDay, renderMoment } from '../../base/html/moment';
import { notFound } from '../../base/refusals/refusal';
import { storedId } from '../../base/refusals/storable-inputs';
import { getAttribute, getType } from '../../model/permissions/workspace-view';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import { findDeletedObject, readDeletedObjects } from '../../model/resources/deleted-objects';
import { readLabels } from '../../model/resources/read-values';
import { restoreObject } from '../../model/resources/restore-object';
import { addressOf } from '../account-navigation';
import { accountPaths } from '../account-paths';
import { pageSize, readPageNumber, renderPager } from '../pager';
import { formerMember, labelOf } from '../render-value';
import { renderSignedInAs } from '../signed-in-pages';
import { sendAccountPage } from './account-page';
import { renderDone, renderHiddenFields, renderRefusal } from './form-markup';
import { attempt, FormRefusal, issueFormKey, readId } from './forms';
import { answerWorkspaceVisit, sendPage } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

/** The page of a deleted object has the form too. */
const restoreFormKey = {
  cookieName: 'wds-deleted',
  path: accountPaths.deleted,
  cookiePath: '/',
};

/** The page on which people restore what was deleted, as far as they may change objects of its type. */
export function answerDeletedObjectsPage(visit: Visit): Promise<FastifyReply> {
  const page = { formKey: restoreFormKey, title: 'Deleted objects', show, acceptForm };
  return answerWorkspaceVisit(visit, page);
}

async function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  if (form.get('intent') !== 'restore') throw new FormRefusal('form_unreadable');
  const { server, view } = visit;
  const id = readId(form);
  const outcome = await attempt(() =>
    restoreObject({ ...visit, serviceUrl: server.issuer }, view, id),
  );
  if (!('problem' in outcome)) {
    return show(visit, 200, await renderRestored(visit, outcome.done));
  }
  const { problem, status } = outcome;
  return show(visit, status, renderRefusal(`Nothing was restored. ${problem.message}`));
}

const shownLosses = 20;

async function renderRestored(
  { database, view }: WorkspaceVisit,
  { id, typeId, label, url, notRestored }: RestoredObject,
): Promise<Markup> {
  const done = html`<a href="${url}">${labelOf(getType(view, typeId), label)}</a> was restored.`;
  if (notRestored.length === 0) return renderDone(done);
  const shown = notRestored.slice(0, shownLosses);
  const labels = await readLabels(
    database,
    view,
    shown.map(({ objectId }) => objectId),
  );
  const more = notRestored.length - shown.length;
  return html`${renderDone(html`${done} Some values couldn’t be put back.`)}
    <ul>
      ${shown.map((each) => html`<li>${renderLoss(view, each, each.objectId === id ? undefined : labels.get(each.objectId))}</li>`)}
      ${more > 0 ? html`<li>And ${more} more.</li>` : undefined}
    </ul>`;
}

/** @param of the object that refers to the restored one, where it is about that */
function renderLoss(
  view: WorkspaceView,
  { attributeId, objectId, reason }: NotRestored,
  of: string | undefined,
): Markup {
  const isKnown = view.types.some(({ attributes }) =>
    attributes.some(({ id }) => id === attributeId),
  );
  const name = isKnown ? `“${getAttribute(view, attributeId).name}”` : 'An attribute';
  const address = `/workspace/${view.workspaceId}/object/${objectId}`;
  return html`${name} ${of && html`of <a href="${address}">${of}</a>`}: ${reasons[reason]}`;
}

const reasons: Readonly<Record<NotRestoredReason, string>> = {
  ATTRIBUTE_GONE: 'it was deleted or changed.',
  VALUE_GONE: 'the option, state, person or file is gone.',
  OBJECT_GONE: 'the other object is gone.',
  OBJECT_DELETED: 'the other object is deleted too. Restore it to put this back.',
  NO_ROOM: 'it has another value now.',
};

async function show(visit: WorkspaceVisit, status = 200, outcome?: Markup): Promise<FastifyReply> {
  const { database, workspace, view, clock } = visit;
  const page = readPageNumber(visit.parameters.get('page'));
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { total, result } = await readDeletedObjects(database, view, { ...range, now: clock() });
  const content = html`${outcome}
    <p>
      You can restore a deleted object for 30 days. After that, it’s removed for good with its
      files.
    </p>
    ${renderDeleted(visit, result, page === 1 ? 'There is nothing to restore.' : 'There is nothing on this page.')}
    ${renderPager({ page, total, names: 'objects' }, (to) => addressOf(visit, { page: String(to) }))}`;
  const title = `Deleted objects in ${workspace.name}`;
  return sendAccountPage(visit, { title, status }, content);
}

function renderDeleted(
  visit: WorkspaceVisit,
  deleted: readonly DeletedObject[],
  whenEmpty: string,
): Markup {
  const { view, formKey, clock } = visit;
  const rows = deleted.map((object) => {
    const type = getType(view, object.typeId);
    return [
      html`${labelOf(type, object.label)}
        <p class="subtle">${type.name}</p>`,
      html`${renderDay(new Date(object.deletedAt))}
        <p class="subtle">by ${object.deletedBy.name ?? formerMember}</p>`,
      daysLeft(object, clock()),
      renderRestoreForm(view, object, { formKey, isPrimary: false }),
    ];
  });
  return renderTable(['Object', 'Deleted', 'Time left', 'Action'], rows, whenEmpty);
}

const dayMs = 24 * 60 * 60_000;

function daysLeft({ endsAt }: DeletedObject, now: Date): string {
  const days = Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

type PageDependencies = Pick<Visit, 'database' | 'identity' | 'clock'>;

/**
 * Answers the page of an object that isn't there: what whoever can restore it is told of it.
 * @throws Refusal 404 for everyone else
 */
export async function sendDeletedObject(
  { database, identity, clock }: PageDependencies,
  view: WorkspaceView,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = parameters.parse(request.params);
  const mayRestore = permissionMatrix.changeObjects[view.role];
  const deleted = mayRestore && (await findDeletedObject(database, view, id, clock()));
  if (!deleted) throw notFound('object');
  const { userId, name, email } = view.caller;
  const formKey = issueFormKey(restoreFormKey, {
    server: await identity.getServer(),
    request,
    reply,
    account: { id: userId, name, email },
  });
  const type = getType(view, deleted.typeId);
  const title = labelOf(type, deleted.label);
  const page = renderPage(
    title,
    html`<p class="subtle">${type.name}</p>
      <h1>${title}</h1>
      <p>
        This object was deleted by ${deleted.deletedBy.name ?? formerMember} on
        ${renderMoment(new Date(deleted.deletedAt))}. You can restore it until
        ${renderMoment(new Date(deleted.endsAt))}.
      </p>
      ${renderRestoreForm(view, deleted, { formKey, isPrimary: true })}
      ${renderSignedInAs(view.caller)}`,
  );
  return sendPage(reply, { status: 404, page });
}

const parameters = z.object({ id: storedId });

function renderRestoreForm(
  view: WorkspaceView,
  { id, typeId, label }: DeletedObject,
  { formKey, isPrimary }: { readonly formKey: string | undefined; readonly isPrimary: boolean },
): Markup {
  const { workspaceId } = view;
  return html`<form method="post" action="${accountPaths.deleted}?workspace=${workspaceId}">
    ${renderHiddenFields({ formKey, workspace: workspaceId, id })}
    <button
      ${isPrimary ? html`class="primary"` : undefined}
      type="submit"
      name="intent"
      value="restore"
      aria-label="Restore ${labelOf(getType(view, typeId), label)}"
    >
      Restore
    </button>
  </form>`;
}
