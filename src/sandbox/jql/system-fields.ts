import { statusNames } from '../jira/state';
import type { Issue } from '../jira/state';
import { statusCategories } from '../jira/workflow';
import { documentText } from '../jira/document-text';
import { choiceContent, dateContent, personContent, personName } from './field-contents';
import type { Choice } from './field-contents';
import { issueKeyContent, issueSortKey } from './issue-keys';
import { textOfValue } from './property-aliases';
import { equality, ordering, types, wordSearch } from './search-field';
import type { SearchContext, SearchField, TextContent } from './search-field';
import { visibleProjects } from './visible-projects';

export interface SystemField extends SearchField {
  /** Every name that a query may use, in lower case. */
  clauseNames: readonly string[];
}

/** The fields that every issue of the stand-in has. */
export function systemFields(context: SearchContext): readonly SystemField[] {
  return [
    ...whereabouts(context),
    ...progress(),
    ...people(context),
    ...texts(context),
    date(context, 'created', ['created', 'createddate'], 'Created', (issue) => issue.created),
    date(context, 'updated', ['updated', 'updateddate'], 'Updated', (issue) => issue.updated),
  ];
}

/** Fields of Jira that issues of the stand-in do not have: a query that names one is refused. */
export const fieldsNotModelled: ReadonlySet<string> = new Set(
  [
    'affectedversion approvals attachments category comment component development due duedate',
    'environment filter fixversion hierarchylevel issuelink issuelinktype labels lastviewed level',
    'organization organizations originalestimate parent parentepic parentproject priority',
    'project.property projecttype issue.property rank remainingestimate request resolution',
    'resolutiondate resolved satisfaction savedfilter searchrequest sprint',
    'statuscategorychangeddate team textfields',
    'timeestimate timeoriginalestimate timespent version voter votes watcher watchers workratio',
    'worklogauthor worklogcomment worklogdate',
  ]
    .join(' ')
    .split(' ')
    .concat(
      'epic link',
      'fix version',
      'parent link',
      'request type',
      'story points',
      'due date',
      'request channel type',
      'request language',
      'request last activity time',
      'customer request type',
      'time to resolution',
      'time to first response',
      'start date',
      'target start',
      'target end',
      'issue color',
      'epic name',
      'epic status',
      'epic color',
    ),
);

function whereabouts(context: SearchContext): readonly SystemField[] {
  const { model } = context;
  const projects = visibleProjects(context);
  const keys = new Map(model.state.projects.map(({ id, key }) => [id, key]));
  const workTypeNames = new Map(model.state.workTypes.map(({ id, name }) => [id, name]));
  return [
    systemField(['project'], 'Project', {
      operators: equality,
      types: [types.project],
      content: choiceContent(
        ({ projectId }) => [projectId],
        projects.map(({ id, key, name }) => ({ key: id, id, names: [name, key] })),
      ),
      sortKeyOf: ({ projectId }) => keys.get(projectId),
      isSuggested: true,
    }),
    systemField(['issuekey', 'key', 'issue', 'id'], 'Key', {
      operators: ordering,
      types: [types.issue],
      content: issueKeyContent(context),
      sortKeyOf: issueSortKey,
    }),
    systemField(['issuetype', 'type'], 'Work type', {
      operators: equality,
      types: [types.workType],
      content: choiceContent(
        ({ workTypeId }) => [workTypeId],
        model.state.workTypes.map(({ id, name }) => ({ key: id, id, names: [name] })),
      ),
      sortKeyOf: ({ workTypeId }) => workTypeNames.get(workTypeId),
      isSuggested: true,
    }),
  ];
}

function progress(): readonly SystemField[] {
  const rank = new Map<string, number>(statusNames.map((name, index) => [name, index]));
  const statusChoices: readonly Choice[] = statusNames.map((name) => ({
    key: name,
    names: [name],
  }));
  const categories = Object.values(statusCategories);
  return [
    systemField(['status'], 'Status', {
      operators: equality,
      types: [types.status],
      content: choiceContent(({ status }) => [status], statusChoices),
      sortKeyOf: ({ status }) => rank.get(status),
      isSuggested: true,
    }),
    systemField(['statusCategory'], 'Status Category', {
      operators: equality,
      types: [types.statusCategory],
      content: choiceContent(
        ({ status }) => [statusCategories[status].id],
        categories.map(({ id, key, name }) => ({ key: id, id: String(id), names: [name, key] })),
      ),
      sortKeyOf: ({ status }) => rank.get(status),
      isSuggested: true,
    }),
  ];
}

function people(context: SearchContext): readonly SystemField[] {
  const person = (name: string, displayName: string, idOf: (issue: Issue) => string | null) =>
    systemField([name], displayName, {
      operators: equality,
      types: [types.user],
      content: personContent(context, (issue) => [idOf(issue)].filter((id) => id !== null)),
      sortKeyOf: (issue) => personName(idOf(issue)),
      isSuggested: true,
    });
  return [
    person('assignee', 'Assignee', ({ assigneeId }) => assigneeId),
    person('reporter', 'Reporter', ({ reporterId }) => reporterId),
    // Nobody can report for another person here, so that who created an issue reported it.
    person('creator', 'Creator', ({ reporterId }) => reporterId),
  ];
}

function texts({ model }: SearchContext): readonly SystemField[] {
  const content = (textOf: TextContent['textOf']): TextContent => ({ kind: 'text', textOf });
  const description = (issue: Issue) => documentText(issue.description);
  const wholeText = (issue: Issue) =>
    [
      issue.summary,
      description(issue),
      ...model
        .fieldsOf(issue.projectId, issue.workTypeId)
        .map((field) => textOfValue(issue.values[field.id])),
    ].join('\n');
  return [
    systemField(['summary'], 'Summary', {
      operators: wordSearch,
      types: [types.text],
      content: content(({ summary }) => summary),
      sortKeyOf: ({ summary }) => summary,
    }),
    systemField(['description'], 'Description', {
      operators: wordSearch,
      types: [types.text],
      content: content(description),
      sortKeyOf: (issue) => description(issue) || undefined,
    }),
    systemField(['text'], 'Text', {
      operators: ['~'],
      types: [types.text],
      content: content(wholeText),
    }),
  ];
}

function date(
  context: SearchContext,
  name: string,
  clauseNames: readonly string[],
  displayName: string,
  textOf: (issue: Issue) => string,
): SystemField {
  return systemField(clauseNames, displayName, {
    name,
    operators: ordering,
    types: [types.date],
    content: dateContent(context, (issue) => Date.parse(textOf(issue))),
    sortKeyOf: (issue) => Date.parse(textOf(issue)),
  });
}

function systemField(
  clauseNames: readonly string[],
  displayName: string,
  facts: Omit<SearchField, 'name' | 'displayName' | 'appliesTo'> & { name?: string },
): SystemField {
  const [name = ''] = clauseNames;
  return {
    name,
    displayName,
    clauseNames: clauseNames.map((clauseName) => clauseName.toLowerCase()),
    appliesTo: () => true,
    ...facts,
  };
}
