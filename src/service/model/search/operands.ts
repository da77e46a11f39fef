import type { CallOperand, Location, Operand } from '../../../query';
import { storedId } from '../../base/refusals/storable-inputs';
import { dayOf, parseInstant, shiftInstant, startOfDay } from '../values/time';
import { QueryProblem } from './query-limits';
import { foldEmail } from '../values/email-spellings';

export interface TextMeaning {
  readonly kind: 'text';
  readonly text: string;
  readonly location: Location;
}

/** What an operand says, whatever it is compared with. */
export type OperandMeaning =
  | TextMeaning
  /** Undefined for an id that nothing can have. */
  | { readonly kind: 'object'; readonly id: string | undefined }
  | { readonly kind: 'user'; readonly id: string | undefined }
  /** The address by its {@link foldEmail}. */
  | { readonly kind: 'userEmail'; readonly email: string }
  | { readonly kind: 'instant'; readonly instant: Date };

export interface OperandContext {
  readonly now: Date;
  readonly callerId: string;
}

/** @throws QueryProblem for an unknown function, or one with the wrong arguments */
export function meaningOf(operand: Operand, context: OperandContext): OperandMeaning {
  switch (operand.kind) {
    case 'string':
      return { kind: 'text', text: operand.value, location: operand.location };
    case 'number':
    case 'word':
      return { kind: 'text', text: operand.text, location: operand.location };
    case 'call':
      return callMeaning(operand, context);
    case 'levelPlaceholder':
    case 'emailPlaceholder':
      throw new QueryProblem('A placeholder must be replaced by a value first.', operand.location);
  }
}

/** Function names ignore case, as keywords do. */
function callMeaning(call: CallOperand, { now, callerId }: OperandContext): OperandMeaning {
  switch (call.name.toLowerCase()) {
    case 'objectid':
      return { kind: 'object', id: idOf(onlyArgument(call)) };
    case 'userid':
      return { kind: 'user', id: idOf(onlyArgument(call)) };
    case 'user':
      return { kind: 'userEmail', email: foldEmail(onlyArgument(call)) };
    case 'currentuser':
      assertArgumentCount(call, 0);
      return { kind: 'user', id: callerId };
    case 'now':
      return { kind: 'instant', instant: nowShiftedBy(call, now) };
    default:
      throw new QueryProblem(
        `There is no function "${call.name}". Use objectId, userId, user, currentUser or now.`,
        call.location,
      );
  }
}

/** The id in the form it is kept in, or undefined for a text that is no UUID. */
export function idOf(text: string): string | undefined {
  return storedId.safeParse(text.trim()).data;
}

function nowShiftedBy(call: CallOperand, now: Date): Date {
  if (call.arguments.length === 0) return now;
  const shifted = shiftInstant(now, onlyArgument(call));
  if (shifted) return shifted;
  const advice = 'Write an offset such as now("-7d"). The units are m, h, d, w, M (months) and y.';
  throw new QueryProblem(advice, call.location);
}

/** The address as it is written; undefined for what is no `user("...")`. */
export function findEmail(operand: Operand): string | undefined {
  if (operand.kind !== 'call' || operand.name.toLowerCase() !== 'user') return undefined;
  const [argument] = operand.arguments;
  return argument?.kind === 'string' ? argument.value : undefined;
}

function onlyArgument(call: CallOperand): string {
  assertArgumentCount(call, 1);
  const [argument] = call.arguments;
  if (argument?.kind === 'string') return argument.value;
  throw new QueryProblem('A placeholder must be replaced by a value first.', call.location);
}

function assertArgumentCount(call: CallOperand, count: 0 | 1): void {
  if (call.arguments.length === count) return;
  const expected = count === 0 ? 'no arguments' : 'one text in double quotes';
  throw new QueryProblem(`${call.name}() takes ${expected}.`, call.location);
}

/** A time that a condition compares with, a whole day (UTC) or an instant, as ISO 8601 texts. */
export interface ComparedTime {
  readonly start: string;
  /** The first time after it. */
  readonly end: string;
}

/** Undefined if the operand names no time. */
export function timeOf(meaning: OperandMeaning): ComparedTime | undefined {
  if (meaning.kind === 'instant') return instantTime(meaning.instant);
  if (meaning.kind !== 'text') return undefined;
  const text = meaning.text.trim();
  const day = startOfDay(text);
  if (day) return dayTime(day);
  const instant = parseInstant(text);
  return instant && instantTime(instant);
}

/** The start of the day (UTC) that a time lies in. */
export function startOfDayOf({ start }: ComparedTime): string {
  return dayOf(new Date(start)).toISOString();
}

const dayMs = 86_400_000;

/** After the year 9999, JavaScript writes the year as `+010000`. */
function dayTime(day: Date): ComparedTime {
  const nextDay = new Date(day.getTime() + dayMs);
  return { start: day.toISOString(), end: nextDay.toISOString().replace(/^\+0/, '') };
}

/** The database tells microseconds apart. */
function instantTime(instant: Date): ComparedTime {
  const start = instant.toISOString();
  return { start, end: start.replace('Z', '001Z') };
}
