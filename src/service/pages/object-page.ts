import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AttributeValue, Referrer, WorkspaceObject } from '../../api/object';
import type { Identity } from '../accounts/identity';
import { readWorkspaceName } from '../accounts/workspaces';
import { sendFile } from '../api/content-files';
import type { FileDependencies } from '../api/content-files';
import type { Database } from '../base/database/database';
import { pageHeaders, renderPage } from '../base/html/layout';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import { datesInLanguageOf } from '../base/html/moment';
import type { DateFormats } from '../base/html/moment';
import { notFound } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import { getType } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { readObjectHistory } from '../model/history/read-history';
import type { ObjectDependencies } from '../model/resources/objects';
import { TooManyReferrers, readReferrers, referrersPath } from '../model/search/referrers';
import { findShownObject } from '../model/resources/show-objects';
import type { StoredAttribute } from '../model/values/attribute-kinds';
import { sendDeletedObject } from './account/deleted-objects-page';
import { pageSize, readPageNumber, renderPager } from './pager';
import { renderHistory } from './render-history';
import { labelOf, renderValue } from './render-value';
import { answerWorkspacePage, renderSignedInAs } from './signed-in-pages';
import type { WorkspacePageDependencies } from './signed-in-pages';

interface ObjectPageDependencies
  extends WorkspacePageDependencies, Pick<ObjectDependencies, 'serviceUrl' | 'clock'> {
  readonly database: Database;
  readonly identity: Identity;
  /** Whom the data of a workspace comes from, as its licenses ask; nothing for most. */
  readonly renderAttribution: (workspaceId: string) => Markup;
}

/** Answers the page of one object, and those of its history and of what refers to it, for whoever is signed in in the browser. */
export function answerObjectPage(app: FastifyInstance, dependencies: ObjectPageDependencies): void {
  const parameters = z.object({ id: storedId });
  const gone = { title: 'Object not found', text: 'Deleted, or you don’t have access.' };
  const find = (view: WorkspaceView, params: unknown) => {
    const ids = parameters.safeParse(params);
    if (!ids.success) throw notFound('object');
    return findShownObject({ ...dependencies, view }, ids.data.id);
  };
  answerWorkspacePage(app, dependencies, {
    path: '/workspace/:workspaceId/object/:id',
    gone,
    answer: async (view, request, reply) => {
      const object = await find(view, request.params);
      if (object === undefined) return sendDeletedObject(dependencies, view, request, reply);
      const dates = datesInLanguageOf(request.headers['accept-language']);
      const referrers = await renderFirstReferrers(dependencies, view, object);
      const recent = await renderRecentChanges(dependencies, view, object, dates);
      const attribution = dependencies.renderAttribution(view.workspaceId);
      const workspace = await readWorkspaceName(dependencies.database, view);
      const further = html`${referrers} ${recent} ${attribution}`;
      return reply
        .headers(pageHeaders())
        .send(renderObject(view, object, { workspace, dates, further }));
    },
  });
  const query = z.object({ page: z.string().optional() });
  answerWorkspacePage(app, dependencies, {
    path: `/workspace/:workspaceId/object/:id${referrersPath}`,
    gone,
    answer: async (view, request, reply) => {
      const object = await find(view, request.params);
      if (object === undefined) throw notFound('object');
      const page = readPageNumber(query.safeParse(request.query).data?.page);
      const content = await renderAllReferrers(dependencies, view, object, page);
      return reply.headers(pageHeaders()).send(content);
    },
  });
  answerWorkspacePage(app, dependencies, {
    path: '/workspace/:workspaceId/object/:id/history',
    gone,
    answer: async (view, request, reply) => {
      const object = await find(view, request.params);
      if (object === undefined) throw notFound('object');
      const page = readPageNumber(query.safeParse(request.query).data?.page);
      const dates = datesInLanguageOf(request.headers['accept-language']);
      const content = await renderAllChanges(dependencies, view, object, { page, dates });
      return reply.headers(pageHeaders()).send(content);
    },
  });
}

/** On the page of an object. */
const recentChanges = 5;

async function renderRecentChanges(
  { database }: ObjectPageDependencies,
  view: WorkspaceView,
  { id }: WorkspaceObject,
  dates: DateFormats,
): Promise<Markup> {
  const range = { offset: 0, limit: recentChanges };
  const { result, total } = await readObjectHistory(database, view, id, range);
  if (total === 0) return html``;
  const all = html`<p><a href="${historyAddress(view, id)}">All ${total} changes</a></p>`;
  return html`<section>
    <h2>History</h2>
    ${renderHistory(result, { view, dates, namesSubject: false })}
    ${total > result.length ? all : undefined}
  </section>`;
}

function historyAddress({ workspaceId }: WorkspaceView, objectId: string): string {
  return `/workspace/${workspaceId}/object/${objectId}/history`;
}

async function renderAllChanges(
  { database }: ObjectPageDependencies,
  view: WorkspaceView,
  { id, typeId, label, url }: WorkspaceObject,
  { page, dates }: { readonly page: number; readonly dates: DateFormats },
): Promise<string> {
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { result, total } = await readObjectHistory(database, view, id, range);
  const name = labelOf(getType(view, typeId), label);
  const address = (to: number) => `${historyAddress(view, id)}?page=${to}`;
  return renderPage(
    `History of ${name}`,
    html`<p class="subtle"><a href="${new URL(url).pathname}">${name}</a></p>
      <h1>History</h1>
      ${
        result.length === 0
          ? html`<p class="subtle">No changes.</p>`
          : renderHistory(result, { view, dates, namesSubject: false })
      }
      ${renderPager({ page, total, names: 'changes' }, address)} ${renderSignedInAs(view.caller)}`,
  );
}

/** On the page of an object. */
const firstReferrers = 5;

async function renderFirstReferrers(
  dependencies: ObjectPageDependencies,
  view: WorkspaceView,
  { id }: WorkspaceObject,
): Promise<Markup> {
  const section = (content: Markup) =>
    html`<section>
      <h2>Referred to by</h2>
      ${content}
    </section>`;
  const range = { offset: 0, limit: firstReferrers };
  try {
    const { result, total, url } = await readReferrers(dependencies, view, id, range);
    if (total === 0) return html``;
    const all = html`<p><a href="${new URL(url).pathname}">All ${total} objects</a></p>`;
    return section(
      html`${renderReferrers(result, view)} ${total > result.length ? all : undefined}`,
    );
  } catch (error) {
    if (!(error instanceof TooManyReferrers)) throw error;
    return section(html`<p class="subtle">Too many objects to list here.</p>`);
  }
}

/** Each with its type and the attributes by which it refers. */
function renderReferrers(referrers: readonly Referrer[], view: WorkspaceView): Markup {
  return html`<ul class="changes">
    ${referrers.map(({ typeId, label, url, attributeIds }) => {
      const type = getType(view, typeId);
      const by = type.attributes.filter(({ id }) => attributeIds.includes(id));
      return html`<li>
        <p><a href="${new URL(url).pathname}">${labelOf(type, label)}</a></p>
        <p class="subtle">${type.name}: ${by.map(({ name }) => name).join(', ')}</p>
      </li>`;
    })}
  </ul>`;
}

async function renderAllReferrers(
  dependencies: ObjectPageDependencies,
  view: WorkspaceView,
  { id, typeId, label, url }: WorkspaceObject,
  page: number,
): Promise<string> {
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const referrers = await readReferrers(dependencies, view, id, range);
  const { result, total } = referrers;
  const name = labelOf(getType(view, typeId), label);
  const address = (to: number) => `${new URL(referrers.url).pathname}?page=${to}`;
  return renderPage(
    `Objects that refer to ${name}`,
    html`<p class="subtle"><a href="${new URL(url).pathname}">${name}</a></p>
      <h1>Referred to by</h1>
      ${
        result.length === 0
          ? html`<p class="subtle">No objects that you can see.</p>`
          : renderReferrers(result, view)
      }
      ${renderPager({ page, total, names: 'objects' }, address)} ${renderSignedInAs(view.caller)}`,
  );
}

interface ObjectFrame {
  readonly workspace: string;
  readonly dates: DateFormats;
  /** What comes below its values. */
  readonly further: Markup;
}

/** An object under its label, which isn’t repeated among its values. */
function renderObject(
  view: WorkspaceView,
  { typeId, label, attributes }: WorkspaceObject,
  { workspace, dates, further }: ObjectFrame,
): string {
  const type = getType(view, typeId);
  const title = labelOf(type, label);
  const values = new Map(attributes.map(({ attributeId, values }) => [attributeId, values]));
  return renderPage(
    title,
    html`<p class="path"><span>${workspace}</span> <span>${type.name}</span></p>
      <h1>${title}</h1>
      <dl class="values-of-object">
        ${type.attributes
          .filter(({ isLabel }) => !isLabel)
          .map((attribute) => renderLine(attribute, values.get(attribute.id) ?? [], dates))}
      </dl>
      ${further} ${renderSignedInAs(view.caller)}`,
  );
}

/** Nothing if no value shows anything. */
function renderLine(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
  dates: DateFormats,
): Markup {
  const shown = values.flatMap((value) => renderValue(attribute, value, dates) ?? []);
  if (shown.length === 0) return html``;
  return html`<dt>${attribute.name}</dt>
    ${shown.map((value) => html`<dd>${value}</dd>`)}`;
}

/** Answers the files of objects to whoever is signed in in the browser, as links on pages lead to them. */
export function answerContentPages(
  app: FastifyInstance,
  dependencies: FileDependencies & WorkspacePageDependencies,
): void {
  const parameters = z.object({ key: z.string() });
  answerWorkspacePage(app, dependencies, {
    path: '/workspace/:workspaceId/content/:key',
    gone: {
      title: 'File not found',
      text: 'This file was deleted, or you can’t see it.',
    },
    answer: (view, { params }, reply) =>
      sendFile(dependencies, view, parameters.parse(params).key, reply),
  });
}
