import { accounts } from './accounts';
import type { DemoFacts } from './demo-objects';
import { demoIds as ids } from './demo-objects';
import { demoIssues } from './demo-issues';
import type { DemoIssue } from './demo-issues';
import type { Issue, JiraState, Project, WorkType, CustomField, ServiceDesk } from './state';

const workTypes: readonly WorkType[] = [
  { id: ids.task, name: 'Task', description: 'A piece of work to be done.' },
  { id: ids.bug, name: 'Bug', description: 'Something that does not work as it should.' },
  {
    id: ids.story,
    name: 'Story',
    description: 'A wish, told from the side of the person who has it.',
  },
  { id: ids.serviceRequest, name: 'Service request', description: 'Something a person asks for.' },
  { id: ids.incident, name: 'Incident', description: 'Something that stopped working.' },
];

/** Returns a new demo site: nothing in it is shared with an earlier one. */
export function createDemoState(facts: DemoFacts, now: Date): JiraState {
  const issues = demoIssues(facts);
  return {
    version: 4,
    workTypes: structuredClone([...workTypes]),
    projects: [
      projectOf('DEMO', issues, {
        id: ids.demoProject,
        name: 'Demo',
        projectTypeKey: 'software',
        workTypeIds: [ids.task, ids.bug, ids.story],
        members: ['admin', 'lead', 'member', 'outsider', 'newcomer'],
      }),
      projectOf('HELP', issues, {
        id: ids.helpProject,
        name: 'Help desk',
        projectTypeKey: 'service_desk',
        workTypeIds: [ids.serviceRequest, ids.incident],
        members: ['admin', 'lead', 'member'],
      }),
    ],
    serviceDesks: [demoServiceDesk()],
    issues: numbered(issues).map((entry, index) => issueOf(entry, index, now)),
    fields: [assetField(facts), cityField(facts)],
    profiles: {},
    nextId: ids.next,
  };
}

function projectOf(
  key: DemoIssue['project'],
  issues: readonly DemoIssue[],
  more: Omit<Project, 'key' | 'administrators' | 'nextNumber'>,
): Project {
  const nextNumber = issues.filter(({ project }) => project === key).length + 1;
  return { ...more, key, administrators: ['admin', 'lead'], nextNumber };
}

function numbered(issues: readonly DemoIssue[]): readonly (DemoIssue & { key: string })[] {
  const counts = new Map<string, number>();
  return issues.map((issue) => {
    const number = (counts.get(issue.project) ?? 0) + 1;
    counts.set(issue.project, number);
    return { ...issue, key: `${issue.project}-${number}` };
  });
}

function issueOf(entry: DemoIssue & { key: string }, index: number, now: Date): Issue {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  return {
    id: String(ids.firstIssue + index),
    key: entry.key,
    projectId: entry.project === 'DEMO' ? ids.demoProject : ids.helpProject,
    workTypeId: workTypeIds[entry.workType],
    summary: entry.summary,
    description: paragraph(entry.description),
    status: entry.status,
    reporterId: accountIdOf(entry.reporter),
    assigneeId: entry.assignee === undefined ? null : accountIdOf(entry.assignee),
    created: hoursAgo(30 * 24 - index * 26),
    updated: hoursAgo(24 * 5 - index * 4),
    values: {
      ...(entry.asset !== undefined && { [ids.assetField]: entry.asset }),
      ...(entry.city !== undefined && { [ids.cityField]: entry.city }),
    },
    ...(entry.requestTypeId !== undefined && {
      request: { typeId: entry.requestTypeId },
    }),
  };
}

const workTypeIds: Readonly<Record<DemoIssue['workType'], string>> = {
  Task: ids.task,
  Bug: ids.bug,
  Story: ids.story,
  'Service request': ids.serviceRequest,
  Incident: ids.incident,
};

function accountIdOf(name: string): string {
  const found = accounts.find(({ account }) => account === name);
  if (!found) throw new Error(`The demo has no account "${name}".`);
  return found.accountId;
}

function paragraph(text: string) {
  return {
    type: 'doc',
    version: 1,
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  };
}

/** Everywhere any laptop; in the help desk's project one of those that the person has. */
function assetField({ workspaceId, ...facts }: DemoFacts): CustomField {
  const { laptopTypeId: typeId, laptopAttributes: attributes } = facts;
  const laptops = { version: 1, workspaceId, typeId, attributes, searchedAttributes: attributes };
  return {
    id: ids.assetField,
    name: 'Asset',
    description: 'The laptops that this work item is about',
    typeKey: 'workspace-object',
    contexts: [
      {
        id: ids.assetContext,
        name: 'Default configuration for Asset',
        description: '',
        projectIds: [],
        workTypeIds: [],
        configurationId: ids.assetConfiguration,
        configuration: { ...laptops, query: '', cardinality: 'many' },
      },
      {
        id: ids.helpAssetContext,
        name: 'Asset in the help desk',
        description: 'One of the laptops assigned to the person',
        projectIds: [ids.helpProject],
        workTypeIds: [],
        configurationId: ids.helpAssetConfiguration,
        configuration: {
          ...laptops,
          query: '"Assigned to".Account = user(${emailCurrentUser})',
          attributes: attributes.slice(0, 1),
          cardinality: 'one',
          portal: 'attributes',
        },
      },
    ],
  };
}

/** Country, region, city, each narrowed by the one before. */
function cityField({ geographyWorkspaceId, ...facts }: DemoFacts): CustomField {
  const { geographyAttributes: attributes } = facts;
  const searchedAttributes = attributes.filter(({ name }) => name === 'Capital');
  const places = { version: 1, workspaceId: geographyWorkspaceId, attributes, searchedAttributes };
  const levels = (isMultiple: boolean) => [
    { levelId: ids.countryLevel, name: 'Country', query: 'Type = "Country"', isMultiple: false },
    {
      levelId: ids.regionLevel,
      name: 'Region',
      query: 'Type = "Region" and Country = {{Country}}',
      isMultiple,
    },
    {
      levelId: ids.cityLevel,
      name: 'City',
      query: 'Type = "City" and Region = {{Region}}',
      isMultiple,
    },
  ];
  return {
    id: ids.cityField,
    name: 'City',
    description: 'Where this work item happens',
    typeKey: 'workspace-cascade',
    contexts: [
      {
        id: ids.cityContext,
        name: 'City in the demo project',
        description: '',
        projectIds: [ids.demoProject],
        workTypeIds: [],
        configurationId: ids.cityConfiguration,
        configuration: { ...places, levels: levels(true) },
      },
      {
        id: ids.helpCityContext,
        name: 'City in the help desk',
        description: 'One place for each request',
        projectIds: [ids.helpProject],
        workTypeIds: [],
        configurationId: ids.helpCityConfiguration,
        configuration: { ...places, levels: levels(false), portal: 'attributes' },
      },
    ],
  };
}

/** The portal of the help desk: a form with one app field, one with both, one with none. */
function demoServiceDesk(): ServiceDesk {
  return {
    id: ids.serviceDesk,
    projectId: ids.helpProject,
    requestTypes: [
      {
        id: '1',
        name: 'Report a broken laptop',
        description: 'It doesn’t start, it’s slow, or someone dropped it.',
        workTypeId: ids.incident,
        fieldIds: [ids.assetField],
      },
      {
        id: '2',
        name: 'Ask for equipment',
        description: 'Tell us what you need and where.',
        workTypeId: ids.serviceRequest,
        fieldIds: [ids.assetField, ids.cityField],
      },
      {
        id: '3',
        name: 'Ask a question',
        description: 'Anything else that the help desk can answer.',
        workTypeId: ids.serviceRequest,
        fieldIds: [],
      },
    ],
  };
}
