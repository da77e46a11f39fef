import { types } from './search-field';
import type { Literal, SearchContext } from './search-field';
import { wrongArgumentCount } from './sentences';
import type { JqlFunctionCall } from './tree';

type FunctionResult = { ok: true; literal: Literal } | { ok: false; error: string };

/** A function of Jira that gives one value. */
interface BuiltInFunction {
  name: string;
  types: readonly string[];
  evaluate: (call: JqlFunctionCall, context: SearchContext) => FunctionResult;
}

export const builtInFunctions: readonly BuiltInFunction[] = [
  {
    name: 'currentUser',
    types: [types.user],
    evaluate: withoutArguments((name, { accountId }) => ({
      kind: 'person',
      accountId,
      functionName: name,
    })),
  },
  {
    name: 'now',
    types: [types.date],
    evaluate: withoutArguments((name, { now }) => ({
      kind: 'moment',
      moment: now,
      functionName: name,
    })),
  },
];

/** Functions of Jira that the sandbox does not model: a query that calls one is refused. */
export const functionsNotModelled: ReadonlySet<string> = new Set(
  [
    'approved approver cascadeOption choiceOption closedSprints componentsLeadByUser currentLogin',
    'earliestUnreleasedVersion endOfDay endOfMonth endOfWeek endOfYear entityLabel futureSprints',
    'issueHistory issuesWithRemoteLinksByGlobalId',
    'lastLogin latestReleasedVersion linkedIssue linkedIssues membersOf myApproval myPending',
    'openSprints organizationMembers parentEpic pending pendingBy projectsLeadByUser',
    'projectsWhereUserHasPermission projectsWhereUserHasRole releasedVersions standardIssueTypes',
    'startOfDay startOfMonth startOfWeek startOfYear',
    'subtaskIssueTypes unreleasedVersions updatedBy votedIssues watchedIssues',
  ]
    .join(' ')
    .split(' ')
    .map((name) => name.toLowerCase()),
);

/** Returns the function of Jira's own with this name, ignoring case. */
export function findBuiltInFunction(name: string): BuiltInFunction | undefined {
  return builtInFunctions.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function withoutArguments(
  literalOf: (name: string, context: SearchContext) => Literal,
): BuiltInFunction['evaluate'] {
  return ({ name, arguments: given }, context) =>
    given.length === 0
      ? { ok: true, literal: literalOf(name, context) }
      : { ok: false, error: wrongArgumentCount(name, 0, given.length) };
}
