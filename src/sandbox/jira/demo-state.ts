import { accounts } from './accounts';
import type { DemoFacts } from './demo-objects';
import { assetField, cityField } from './demo-fields';
import { demoIds as ids } from './demo-ids';
import { demoIssues } from './demo-issues';
import { demoServiceDesk } from './demo-service-desk';
import type { DemoIssue } from './demo-issues';
import type { Issue, JiraState, Project, WorkType } from './state';

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
      request: { typeId: entry.requestTypeId, participantIds: [] },
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
