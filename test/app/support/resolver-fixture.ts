import { parseQuery, wordsOf, type Condition } from '../../../src/query';
import { createFieldResolver } from '../../../src/app/field-resolver';
import { forgePlatform } from '../../../src/app/platform/forge-platform';
import { isPlatformPrompt } from '../../../src/app/platform/platform-prompt';
import { installForgeRuntime, type Invocation, type PlatformCall } from './forge-runtime';
import { createJiraSite } from './jira-site';

export const uuid = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const configuration = {
  version: 1,
  workspaceId: uuid(900),
  typeId: uuid(901),
  query: '',
  attributes: [{ attributeId: uuid(902), name: 'Status' }],
  cardinality: 'many',
};

export interface ServiceObject {
  readonly id: string;
  readonly label: string;
  readonly url?: string;
  readonly values?: { valueId: string; value: string; details?: Record<string, unknown> }[];
}

const issue = { id: '10001', key: 'DEMO-1', typeId: '30001' };
const project = { id: '20001', key: 'DEMO' };

/** Where a person looks at the field on an issue. */
export const onIssue = { fieldId: 'customfield_10010', issue, project };
/** Where a person creates an issue of a known work type. */
export const onCreate = { fieldId: 'customfield_10010', issue: { typeId: issue.typeId }, project };

/**
 * The real resolver on the real SDKs, with a site and a service that the test fills. Ada may do
 * everything, Ben has a licence and no access to the project; both are connected.
 */
export function createFixture() {
  const forge = installForgeRuntime();
  const jira = createJiraSite();
  const clock = { nowMs: 1_000_000 };
  const log: string[] = [];
  const objects: ServiceObject[] = [];
  jira.allowed.set('ada', { BROWSE_PROJECTS: [20001], CREATE_ISSUES: [20001] });
  jira.administrators.add('ada');
  jira.workTypes.set('20001', ['30001', '30002']);
  jira.issues.set('10001', { projectId: '20001', workTypeId: '30001' });
  forge.grants.add('ada').add('ben');
  forge.jira = jira.answer;
  forge.service = (call) => answerAsService(call, objects);
  const resolver = createFieldResolver({
    platform: forgePlatform,
    isPlatformPrompt,
    now: () => clock.nowMs,
    writeLog: (line) => log.push(line),
  });
  const call = (functionKey: string, payload: unknown, more: Partial<Invocation> = {}) =>
    forge.invoke(resolver, {
      functionKey,
      payload,
      accountId: 'ada',
      accountType: 'licensed',
      moduleKey: 'workspace-object',
      extension: { ...onIssue, configuration },
      ...more,
    });
  return { forge, jira, clock, log, objects, call };
}

export type Fixture = ReturnType<typeof createFixture>;

/** Calls to the service or to Jira so far, shortly: `GET /path`. */
export function requests(fixture: Fixture, target: PlatformCall['target']): string[] {
  return fixture.forge.calls
    .filter((call) => call.target === target)
    .map(({ method, path }) => `${method} ${path}`);
}

export function searchBodies(fixture: Fixture): Record<string, unknown>[] {
  return fixture.forge.calls
    .filter(({ path }) => path === '/public/v1/object/search')
    .map(({ body }) => body as Record<string, unknown>);
}

function answerAsService(
  { path, body }: PlatformCall,
  objects: readonly ServiceObject[],
): Response {
  if (path !== '/public/v1/object/search') return new Response(null, { status: 404 });
  const { query, limit = 50 } = body as { query: string; limit?: number };
  const parsed = parseQuery(query);
  if (!parsed.ok) return serviceError(400, parsed.error.message);
  const matching = objects.filter((object) => holds(parsed.query.condition, object));
  const result = matching.slice(0, limit).map(serviceObject);
  return Response.json({
    total: matching.length,
    pageSize: limit,
    isLast: matching.length <= limit,
    result,
  });
}

export function serviceError(status: number, message: string, position?: unknown): Response {
  const body = { timestamp: '2026-01-01T00:00:00.000Z', message, path: '/', position };
  return Response.json(body, { status });
}

function serviceObject({ id, label, url, values }: ServiceObject) {
  return {
    id,
    label,
    typeId: configuration.typeId,
    url: url ?? `https://wds.example.com/object/${id}`,
    attributes: values ? [{ attributeId: uuid(902), values }] : [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** As much of the query language as the app itself writes. */
function holds(condition: Condition | undefined, object: ServiceObject): boolean {
  if (!condition) return true;
  switch (condition.kind) {
    case 'and':
      return condition.operands.every((operand) => holds(operand, object));
    case 'or':
      return condition.operands.some((operand) => holds(operand, object));
    case 'membership':
      return condition.operands.some(
        (operand) => operand.kind === 'string' && operand.value === object.id,
      );
    case 'comparison': {
      const typed = condition.operand.kind === 'string' ? wordsOf(condition.operand.value) : [];
      const words = wordsOf(object.label);
      return typed.every((word) => words.some((candidate) => candidate.startsWith(word)));
    }
    case 'not':
    case 'emptiness':
      throw new Error('The app writes no such condition');
  }
}
