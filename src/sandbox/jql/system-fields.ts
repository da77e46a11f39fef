import { notModelled } from '../jira/jira-error';
import { statusNames, statusCategories } from '../jira/state';
import type { Issue } from '../jira/state';
import { documentText } from '../jira/issue-fields';
import {
  equality,
  textOfValue,
  types,
  wordSearch,
  visibleProjects,
  visibleIssues,
} from './search-field';
import type {
  SearchContext,
  SearchField,
  TextContent,
  Key,
  KeyContent,
  Literal,
} from './search-field';
import { accounts, findAccountById } from '../jira/accounts';
import { sentences } from './sentences';

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
    date('created', ['created', 'createddate'], 'Created', (issue) => issue.created),
    date('updated', ['updated', 'updateddate'], 'Updated', (issue) => issue.updated),
  ];
}

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
      operators: equality,
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
  name: string,
  clauseNames: readonly string[],
  displayName: string,
  textOf: (issue: Issue) => string,
): SystemField {
  return systemField(clauseNames, displayName, {
    name,
    operators: equality,
    types: [types.date],
    content: dateContent((issue) => Date.parse(textOf(issue))),
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

type KeysOf = KeyContent['keysOf'];

/** One of a few things that Jira knows by name. */
interface Choice {
  key: Key;
  /** What a query may call it, besides its id. */
  names: readonly string[];
  id?: string;
}

/** A value out of a list; names ignore case. */
function choiceContent(keysOf: KeysOf, choices: readonly Choice[]): KeyContent {
  const byName = new Map<string, Key>();
  for (const { key, id } of choices) if (id !== undefined) byName.set(id, key);
  for (const { key, names } of choices) {
    for (const name of names) byName.set(name.toLowerCase(), key);
  }
  return {
    kind: 'keys',
    keysOf,
    read: (literal, field) => {
      if (literal.kind !== 'value') return unfit(literal, field);
      const key = byName.get(literal.text.toLowerCase());
      if (key !== undefined) return { ok: true, keys: [key] };
      const isId = !literal.isQuoted && /^-?\d+$/.test(literal.text);
      return {
        ok: false,
        error: (isId ? sentences.unknownId : sentences.unknownValue)(literal.text, field),
      };
    },
  };
}

/** A person, by account id, name or, where their profile shows it, email address. */
function personContent({ model }: SearchContext, keysOf: KeysOf): KeyContent {
  const choices = choiceContent(
    keysOf,
    accounts.map(({ account, accountId, displayName, email }) => ({
      key: accountId,
      names: [
        accountId,
        displayName,
        ...(model.switches.hiddenEmails.includes(account) ? [] : [email]),
      ],
    })),
  );
  return {
    ...choices,
    read: (literal, field, operator) =>
      literal.kind === 'person'
        ? { ok: true, keys: [literal.accountId] }
        : choices.read(literal, field, operator),
  };
}

/** Returns the name of the person, for sorting. */
function personName(accountId: string | null): string | undefined {
  return accountId === null ? undefined : (findAccountById(accountId)?.displayName ?? accountId);
}

/** Whether there is one can be asked, not which. */
function dateContent(momentOf: (issue: Issue) => number): KeyContent {
  return {
    kind: 'keys',
    keysOf: (issue) => [momentOf(issue)],
    read: (_, field) => {
      throw notModelled(`dates such as '${field}' in JQL, except to sort by them`);
    },
  };
}

export function exactTextContent(keysOf: KeysOf): KeyContent {
  return {
    kind: 'keys',
    keysOf,
    read: (literal, field) =>
      literal.kind === 'value' ? { ok: true, keys: [literal.text] } : unfit(literal, field),
  };
}

function unfit(literal: Exclude<Literal, { kind: 'value' }>, field: string) {
  return {
    ok: false as const,
    error: sentences.functionUnfitForField(literal.functionName, field),
  };
}

const issueKey = /^\p{L}[\p{L}\p{N}_]*-\d+$/u;
const issueId = /^-?\d+$/;

/**
 * The issue itself, by key or id. A list leaves out what is not there or may not be seen; a single
 * one that is not there is refused, but for a negative id, which functions use to match nothing.
 */
function issueKeyContent(context: SearchContext): KeyContent {
  const findKey = keyFinder(context);
  return {
    kind: 'keys',
    keysOf: ({ key }) => [key],
    read: (literal, field, operator) => {
      if (literal.kind !== 'value') return unfit(literal, field);
      const text = literal.text.trim();
      if (!issueId.test(text) && !issueKey.test(text)) {
        return { ok: false, error: sentences.invalidIssueKey(literal.text, field) };
      }
      const key = findKey(text);
      if (key !== undefined) return { ok: true, keys: [key] };
      const isLenient = operator === 'in' || operator === 'not in' || text.startsWith('-');
      return isLenient ? { ok: true, keys: [] } : { ok: false, error: sentences.unknownIssue };
    },
  };
}

/** Sorts by project, then by number. */
export function issueSortKey({ key }: Issue): string {
  const [project, number] = partsOf(key);
  return `${project}-${String(number).padStart(12, '0')}`;
}

function partsOf(key: string): readonly [project: string, number: number] {
  const dash = key.lastIndexOf('-');
  return [key.slice(0, dash), Number(key.slice(dash + 1))];
}

/** Returns a look-up that reads the issues once, however many keys a query names. */
function keyFinder(context: SearchContext): (text: string) => string | undefined {
  let keys: Map<string, string> | undefined;
  return (text) => {
    keys ??= collect();
    return keys.get(text.toUpperCase());
  };

  function collect(): Map<string, string> {
    const found = new Map<string, string>();
    for (const { id, key } of visibleIssues(context)) found.set(id, key).set(key, key);
    return found;
  }
}
