import type { CalendarUnit } from './calendar';
import { readDuration } from './dates';
import { types } from './search-field';
import type { Literal, SearchContext } from './search-field';
import { invalidDuration, wrongArgumentCount } from './sentences';
import type { JqlFunctionCall } from './tree';

type FunctionResult = { ok: true; literal: Literal } | { ok: false; error: string };

/** A function of Jira that gives one value. */
interface BuiltInFunction {
  name: string;
  types: readonly string[];
  evaluate: (call: JqlFunctionCall, context: SearchContext) => FunctionResult;
}

type Period = 'd' | 'w' | 'M' | 'y';
const periods: readonly [name: string, unit: Period][] = [
  ['Day', 'd'],
  ['Week', 'w'],
  ['Month', 'M'],
  ['Year', 'y'],
];

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
  ...periods.flatMap(([name, unit]) => [
    periodFunction(`startOf${name}`, unit, (start) => start),
    periodFunction(`endOf${name}`, unit, (start, { calendar }) => {
      const next = calendar.startOf(calendar.add(start, 1, unit), unit);
      return new Date(next.getTime() - 1);
    }),
  ]),
];

/** Functions of Jira that the sandbox does not model: a query that calls one is refused. */
export const functionsNotModelled: ReadonlySet<string> = new Set(
  [
    'approved approver cascadeOption choiceOption closedSprints componentsLeadByUser currentLogin',
    'earliestUnreleasedVersion entityLabel futureSprints issueHistory issuesWithRemoteLinksByGlobalId',
    'lastLogin latestReleasedVersion linkedIssue linkedIssues membersOf myApproval myPending',
    'openSprints organizationMembers parentEpic pending pendingBy projectsLeadByUser',
    'projectsWhereUserHasPermission projectsWhereUserHasRole releasedVersions standardIssueTypes',
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

function periodFunction(
  name: string,
  unit: Period,
  edgeOf: (start: Date, context: SearchContext) => Date,
): BuiltInFunction {
  return {
    name,
    types: [types.date],
    evaluate: (call, context) => {
      const moment = shiftedNow(call, unit, context);
      if (typeof moment === 'string') return { ok: false, error: moment };
      const edge = edgeOf(context.calendar.startOf(moment, unit), context);
      if (Number.isNaN(edge.getTime())) return { ok: false, error: invalidDuration(name) };
      return { ok: true, literal: { kind: 'moment', moment: edge, functionName: call.name } };
    },
  };
}

/** Returns now, moved by the call's argument, or the refusal of it. */
function shiftedNow(
  { name, arguments: given }: JqlFunctionCall,
  unit: CalendarUnit,
  { now, calendar }: SearchContext,
): Date | string {
  const [text, ...others] = given;
  if (text === undefined) return now;
  if (others.length > 0) return wrongArgumentCount(name, 1, given.length);
  const duration = readDuration(text, unit);
  if (!duration) return invalidDuration(name);
  return calendar.add(now, duration.amount, duration.unit);
}
