import type { FastifyInstance } from 'fastify';

const fieldTypeAri = 'ari:cloud:ecosystem::extension/app/env/static/workspace-object';

interface Objects {
  objects: { objectId: string; label: string }[];
}

interface MockIssue {
  summary: string;
  description?: unknown;
  object: Objects | null;
}

/** What a test may look at and change. */
export interface MockJira {
  issues: Map<string, MockIssue>;
  /** Refuses the next edits and creations with this text at the object field. */
  objectProblem: string | undefined;
  /** Answers everything of Jira with this status. */
  failWith: number | undefined;
  configurations: unknown[];
}

const workTypes = [
  { id: '10001', name: 'Task' },
  { id: '10002', name: 'Bug' },
];
const project = { id: '1', key: 'DEMO', name: 'Demo project' };
const schema = { type: 'object', custom: fieldTypeAri, customId: 10010 };
const paragraph = (text: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const fieldType = {
  key: 'workspace-object',
  type: fieldTypeAri,
  name: 'Workspace object',
  description: 'Objects of a workspace',
  experiences: { view: ['issue-view'], edit: ['issue-view', 'issue-create'] },
  resources: { view: 'object-view', edit: 'object-edit', contextConfig: 'object-config' },
  isInline: true,
};

export function createMockJira(): MockJira {
  const laptop = { objects: [{ objectId: 'mac', label: 'MacBook Pro 14' }] };
  const issues = new Map<string, MockIssue>([
    ['DEMO-1', { summary: 'Order a laptop', description: paragraph('For Ada.'), object: laptop }],
    ['DEMO-2', { summary: 'Repair a screen', object: null }],
  ]);
  return { issues, objectProblem: undefined, failWith: undefined, configurations: [] };
}

function representationOf(key: string, issue: MockIssue) {
  return {
    id: key,
    key,
    fields: {
      summary: issue.summary,
      status: { name: 'To do', statusCategory: { key: 'new' } },
      issuetype: workTypes[0],
      project,
      description: issue.description ?? null,
      reporter: { displayName: 'Ada Admin' },
      created: '2026-01-05T09:00:00.000+0000',
      updated: '2026-01-06T09:00:00.000+0000',
      customfield_10010: issue.object,
    },
    names: { customfield_10010: 'Asset' },
    schema: { customfield_10010: schema },
    renderedFields: {
      customfield_10010: issue.object?.objects.map(({ label }) => label).join(', ') ?? '',
    },
  };
}

interface IssueBody {
  fields: { summary?: string; description?: unknown; customfield_10010?: Objects | null };
}

/** Answers the part of Jira's REST that the page uses, with Jira's shapes. */
export function addMockJira(app: FastifyInstance, jira: MockJira): void {
  app.addHook('onRequest', async (request, reply) => {
    if (jira.failWith !== undefined && request.url.startsWith('/rest/')) {
      await reply.code(jira.failWith).send({ errorMessages: ['Jira said no.'], errors: {} });
    }
  });
  const api = '/rest/api/3';
  app.get(`${api}/project`, () => [project]);
  app.get(`${api}/project/:key`, () => ({ ...project, issueTypes: workTypes }));
  app.get(`${api}/search/jql`, () => ({
    issues: [...jira.issues].map(([key, issue]) => representationOf(key, issue)),
    isLast: true,
  }));
  app.get<{ Params: { key: string } }>(`${api}/issue/:key`, async ({ params: { key } }, reply) => {
    const issue = jira.issues.get(key);
    if (issue) return representationOf(key, issue);
    return reply.code(404).send({ errorMessages: ['Issue does not exist.'], errors: {} });
  });
  app.put<{ Params: { key: string }; Body: IssueBody }>(
    `${api}/issue/:key`,
    async ({ params: { key }, body: { fields } }, reply) => {
      if (jira.objectProblem !== undefined) return reply.code(400).send(refusal(jira, fields));
      const { customfield_10010: object, summary } = fields;
      const issue = jira.issues.get(key);
      if (issue && object !== undefined) issue.object = object;
      if (issue && summary !== undefined) issue.summary = summary;
      return reply.code(204).send();
    },
  );
  app.post<{ Body: IssueBody }>(`${api}/issue`, async ({ body: { fields } }, reply) => {
    const { errors } = refusal(jira, fields);
    if (Object.keys(errors).length > 0) {
      return reply.code(400).send({ errorMessages: [], errors });
    }
    const key = `DEMO-${jira.issues.size + 1}`;
    const { summary = '', description, customfield_10010: object = null } = fields;
    jira.issues.set(key, { summary, description, object });
    return reply.code(201).send({ id: key, key });
  });
  app.get(`${api}/issue/createmeta/:project/issuetypes`, () => ({ issueTypes: workTypes }));
  app.get(`${api}/issue/createmeta/:project/issuetypes/:type`, () => ({
    fields: [{ fieldId: 'customfield_10010', name: 'Asset', required: false, schema }],
  }));
  addFieldRoutes(app, jira);
}

function refusal({ objectProblem }: MockJira, { summary }: IssueBody['fields']) {
  const errors = {
    ...(summary === '' && { summary: 'You must specify a summary of the issue.' }),
    ...(objectProblem !== undefined && { customfield_10010: objectProblem }),
  };
  return { errorMessages: [], errors };
}

function addFieldRoutes(app: FastifyInstance, jira: MockJira): void {
  const api = '/rest/api/3';
  const field = { id: 'customfield_10010', name: 'Asset', custom: true, schema };
  const context = { id: '20', name: 'Default context', description: 'Laptops' };
  app.get(`${api}/field`, () => [{ id: 'summary', name: 'Summary', custom: false }, field]);
  app.post(`${api}/field`, async (_request, reply) => reply.code(201).send(field));
  app.get(`${api}/field/:id/context`, () => ({ values: [context] }));
  app.post(`${api}/field/:id/context`, async (_request, reply) => reply.code(201).send(context));
  app.get(`${api}/field/:id/context/projectmapping`, () => ({
    values: [{ contextId: '20', projectId: '1' }],
  }));
  app.get(`${api}/field/:id/context/issuetypemapping`, () => ({
    values: [{ contextId: '20', isAnyIssueType: true }],
  }));
  app.get(`${api}/app/field/:id/context/configuration`, () => ({
    values: [{ id: '30', fieldContextId: '20', configuration: jira.configurations.at(-1) }],
  }));
  app.put<{ Body: { configurations: { configuration: unknown }[] } }>(
    `${api}/app/field/:id/context/configuration`,
    ({ body }) => {
      jira.configurations.push(body.configurations[0]?.configuration);
      return {};
    },
  );
}
