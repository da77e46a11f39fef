import { invalid, notModelled, type JiraError } from '../jira/jira-error';
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
    date(['created', 'createddate'], ({ created }) => created),
    date(['updated', 'updateddate'], ({ updated }) => updated),
  ];
}

function whereabouts(context: SearchContext): readonly SystemField[] {
  const { model } = context;
  const projects = visibleProjects(context);
  const keys = new Map(model.state.projects.map(({ id, key }) => [id, key]));
  const workTypeNames = new Map(model.state.workTypes.map(({ id, name }) => [id, name]));
  return [
    keyField(['project'], types.project, {
      content: choiceContent(
        ({ projectId }) => [projectId],
        projects.map(({ id, key, name }) => ({ key: id, id, names: [name, key] })),
      ),
      sortKeyOf: ({ projectId }) => keys.get(projectId),
    }),
    keyField(['issuekey', 'key', 'issue', 'id'], types.issue, {
      content: issueKeyContent(context),
      sortKeyOf: issueSortKey,
    }),
    keyField(['issuetype', 'type'], types.workType, {
      content: choiceContent(
        ({ workTypeId }) => [workTypeId],
        model.state.workTypes.map(({ id, name }) => ({ key: id, id, names: [name] })),
      ),
      sortKeyOf: ({ workTypeId }) => workTypeNames.get(workTypeId),
    }),
  ];
}

function progress(): readonly SystemField[] {
  const sortKeyOf = ({ status }: Issue) => statusNames.indexOf(status);
  return [
    keyField(['status'], types.status, {
      content: choiceContent(
        ({ status }) => [status],
        statusNames.map((name) => ({ key: name, names: [name] })),
      ),
      sortKeyOf,
    }),
    keyField(['statuscategory'], types.statusCategory, {
      content: choiceContent(
        ({ status }) => [statusCategories[status].id],
        Object.values(statusCategories).map(({ id, key, name }) => ({
          key: id,
          id: String(id),
          names: [name, key],
        })),
      ),
      sortKeyOf,
    }),
  ];
}

function people(context: SearchContext): readonly SystemField[] {
  const person = (name: string, idOf: (issue: Issue) => string | null) =>
    keyField([name], types.user, {
      content: personContent(context, (issue) => [idOf(issue)].filter((id) => id !== null)),
      sortKeyOf: (issue) => personName(idOf(issue)),
    });
  return [
    person('assignee', ({ assigneeId }) => assigneeId),
    person('reporter', ({ reporterId }) => reporterId),
    // Nobody can report for another person here, so that who created an issue reported it.
    person('creator', ({ reporterId }) => reporterId),
  ];
}

function texts({ model }: SearchContext): readonly SystemField[] {
  const text = (name: string, textOf: TextContent['textOf']): SystemField => ({
    clauseNames: [name],
    operators: wordSearch,
    types: [types.text],
    content: { kind: 'text', textOf },
    appliesTo: () => true,
    sortKeyOf: (issue) => textOf(issue) || undefined,
  });
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
    text('summary', ({ summary }) => summary),
    text('description', description),
    { ...text('text', wholeText), operators: ['~'], sortKeyOf: undefined },
  ];
}

function date(clauseNames: readonly string[], textOf: (issue: Issue) => string): SystemField {
  const momentOf = (issue: Issue) => Date.parse(textOf(issue));
  return keyField(clauseNames, types.date, {
    content: dateContent(momentOf),
    sortKeyOf: momentOf,
  });
}

function keyField(
  clauseNames: readonly string[],
  type: string,
  facts: Pick<SearchField, 'content' | 'sortKeyOf'>,
): SystemField {
  return { clauseNames, operators: equality, types: [type], appliesTo: () => true, ...facts };
}

type KeysOf = KeyContent['keysOf'];

/** One of a few things that Jira knows by name. */
interface Choice {
  key: Key;
  id?: string;
  /** What a query may call it, besides its id. */
  names: readonly string[];
}

/** A value out of a list; names ignore case, and win over the id of another value. */
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
      if (literal.kind !== 'value') throw unfit(literal, field);
      const key = byName.get(literal.text.toLowerCase());
      if (key !== undefined) return [key];
      const isId = !literal.isQuoted && /^-?\d+$/.test(literal.text);
      throw invalid((isId ? sentences.unknownId : sentences.unknownValue)(literal.text, field));
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
      literal.kind === 'person' ? [literal.accountId] : choices.read(literal, field, operator),
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
    read: (literal, field) => {
      if (literal.kind === 'value') return [literal.text];
      throw unfit(literal, field);
    },
  };
}

function unfit(literal: Exclude<Literal, { kind: 'value' }>, field: string): JiraError {
  return invalid(sentences.functionUnfitForField(literal.functionName, field));
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
      if (literal.kind !== 'value') throw unfit(literal, field);
      const text = literal.text.trim();
      if (!issueId.test(text) && !issueKey.test(text)) {
        throw invalid(sentences.invalidIssueKey(literal.text, field));
      }
      const key = findKey(text);
      if (key !== undefined) return [key];
      const isLenient = operator === 'in' || operator === 'not in' || text.startsWith('-');
      if (isLenient) return [];
      throw invalid(sentences.unknownIssue);
    },
  };
}

/** Sorts by project, then by number. */
export function issueSortKey({ key }: Issue): string {
  const [project = '', number = ''] = key.split(/-(?=\d+$)/);
  return `${project}-${number.padStart(12, '0')}`;
}

/** Returns a look-up that reads the issues once, however many keys a query names. */
function keyFinder(context: SearchContext): (text: string) => string | undefined {
  let keys: Map<string, string> | undefined;
  return (text) => {
    keys ??= new Map(
      visibleIssues(context).flatMap(({ id, key }) => [
        [id, key],
        [key, key],
      ]),
    );
    return keys.get(text.toUpperCase());
  };
}
