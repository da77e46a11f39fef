import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { id } from '../../api/id';
import type { AttributeValue, WorkspaceObject } from '../../api/object';
import { renderAttribution } from '../demo/attribution';
import { signInAddress } from '../identity';
import type { Caller, Identity } from '../identity';
import { pageHeaders, renderPage } from '../identity/pages/layout';
import { html } from '../identity/pages/markup';
import type { Markup } from '../identity/pages/markup';
import { renderSignedInAs } from '../identity/pages/signed-in-as';
import { getType, viewWorkspace } from '../permissions/workspace-view';
import type { ReadableType } from '../permissions/workspace-view';
import { Refusal, TooManyRequests, notFound } from '../refusal';
import type { RequestLimits } from '../request-limits';
import { readObject } from '../resources/objects';
import type { ObjectDependencies } from '../resources/objects';
import type { StoredAttribute } from '../values/attribute-kinds';
import { countLoad } from './count-load';
import { renderValue } from './render-value';

interface ObjectPageDependencies extends Pick<ObjectDependencies, 'database' | 'serviceUrl'> {
  readonly identity: Pick<Identity, 'findBrowserSession'>;
  readonly requestLimits: RequestLimits;
}

/** Answers the page of one object, for whoever is signed in in the browser. */
export function answerObjectPage(app: FastifyInstance, dependencies: ObjectPageDependencies): void {
  app.get('/workspace/:workspaceId/object/:id', async (request, reply) => {
    const caller = await dependencies.identity.findBrowserSession(request.raw);
    if (caller === undefined) {
      return reply.redirect(signInAddress(request.url), 303);
    }
    const { status, page, headers } = await renderAnswer(dependencies, caller, request.params);
    return reply
      .code(status)
      .headers({ ...pageHeaders(), ...headers })
      .send(page);
  });
}

async function renderAnswer(
  dependencies: ObjectPageDependencies,
  caller: Caller,
  parameters: unknown,
): Promise<Answer> {
  try {
    const shown = await findShownObject(dependencies, caller, parameters);
    return { status: 200, page: renderObject(shown, caller) };
  } catch (error) {
    if (error instanceof TooManyRequests) {
      const headers = { 'retry-after': String(error.retryAfterSeconds) };
      return { status: error.status, page: renderNotice(tooManyRequests, caller), headers };
    }
    if (error instanceof Refusal) return { status: error.status, page: renderNotice(gone, caller) };
    throw error;
  }
}

interface Answer {
  readonly status: number;
  readonly page: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ShownObject {
  readonly workspaceId: string;
  readonly type: ReadableType;
  readonly object: WorkspaceObject;
}

const pageParameters = z.object({ workspaceId: id, id });

/** @throws Refusal 404 for what the caller may not read, and for ids that are none */
async function findShownObject(
  dependencies: ObjectPageDependencies,
  caller: Caller,
  parameters: unknown,
): Promise<ShownObject> {
  const ids = pageParameters.safeParse(parameters);
  if (!ids.success) throw notFound('object');
  const { workspaceId, id } = ids.data;
  const view = await viewWorkspace(dependencies.database, caller, workspaceId.toLowerCase());
  await countLoad(dependencies.requestLimits, view);
  const object = await readObject(dependencies, view, id.toLowerCase());
  return { workspaceId: view.workspaceId, type: getType(view, object.typeId), object };
}

function renderObject({ workspaceId, type, object }: ShownObject, caller: Caller): string {
  const { label, attributes } = object;
  const title = label.trim() === '' ? `Unnamed ${type.name}` : label;
  const values = new Map(attributes.map(({ attributeId, values }) => [attributeId, values]));
  return renderPage(
    title,
    html`<p class="subtle">${type.name}</p>
      <h1>${title}</h1>
      <dl>
        ${type.attributes.map((attribute) => renderLine(attribute, values.get(attribute.id) ?? []))}
      </dl>
      ${renderAttribution(workspaceId)} ${renderSignedInAs(caller)}`,
  );
}

/** Nothing if no value shows anything. */
function renderLine(attribute: StoredAttribute, values: readonly AttributeValue[]): Markup {
  const shown = values.flatMap((value) => renderValue(attribute, value) ?? []);
  if (shown.length === 0) return html``;
  return html`<dt>${attribute.name}</dt>
    ${shown.map((value) => html`<dd>${value}</dd>`)}`;
}

interface Notice {
  readonly title: string;
  readonly text: string;
}

const gone: Notice = {
  title: 'Object not found',
  text: 'This object was deleted, or you can’t see it.',
};
const tooManyRequests: Notice = {
  title: 'Too many requests',
  text: 'You or other people in this workspace have made too many requests. Try again in a few minutes.',
};

function renderNotice({ title, text }: Notice, caller: Caller): string {
  return renderPage(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${renderSignedInAs(caller)}`,
  );
}
