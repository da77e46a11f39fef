import { compose } from './composition';
import { isPlaceholder, printPlaceholder, findSpellingAt, placeholdersOf } from './placeholders';
import type {
  CallOperand,
  Comparison,
  Condition,
  EmailPlaceholder,
  LevelPlaceholder,
  Location,
  Membership,
  Operand,
  PlaceholderOperand,
  Query,
  StringOperand,
} from './tree';
import { shorten } from './located-problem';
import { parseTemplate } from './parser';
import { quoteString } from './quoting';

/** What the placeholders of a template stand for. */
export interface Bindings {
  /** Absent or blank where the person has none or hides it. */
  readonly emailCurrentUser?: string | undefined;
  /**
   * What is selected, by name of each earlier level, also of those where nothing is selected.
   * Names are compared ignoring case and surrounding space. Absent for a field without levels.
   */
  readonly levels?: ReadonlyMap<string, readonly SelectedObject[]> | undefined;
}

export interface SelectedObject {
  readonly objectId: string;
  readonly label: string;
}

type BindResult =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly error: BindingProblem };

/**
 * Puts values in the place of placeholders. They become values of the tree and are never read as
 * text, so none can change the structure of the query or be taken for a placeholder. Each keeps the
 * location of its placeholder.
 *
 * To check a template before anyone uses it, bind it to some email address and, for each earlier
 * level, to one object, or to two where several may be selected.
 * @returns a query without placeholders, or the first placeholder that can't be bound; a level
 *   without a selection is such an error, its condition is never left out
 */
export function bindTemplate(template: Query, bindings: Bindings): BindResult {
  if (!template.condition) return { ok: true, query: template };
  try {
    const values = new Values(bindings);
    return { ok: true, query: { ...template, condition: bind(template.condition, values) } };
  } catch (error) {
    if (error instanceof ThrownBindingProblem) return { ok: false, error: error.error };
    throw error;
  }
}

function bind(condition: Condition, values: Values): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const operands = condition.operands.map((operand) => bind(operand, values));
      return { ...condition, operands };
    }
    case 'not':
      return { ...condition, operand: bind(condition.operand, values) };
    case 'comparison':
      return bindComparison(condition, values);
    case 'membership': {
      const operands = condition.operands.flatMap((operand) => bindOperand(operand, values));
      return { ...condition, operands };
    }
    case 'emptiness':
      return condition;
  }
}

/** With several values `=` becomes `in` and `!=` becomes `not in`. */
function bindComparison(comparison: Comparison, values: Values): Comparison | Membership {
  const placeholder = findPlaceholder(comparison.operand);
  if (!placeholder) return comparison;
  const operands = bindOperand(comparison.operand, values);
  const [operand] = operands;
  if (operand && operands.length === 1) return { ...comparison, operand };
  const { path, operator, location } = comparison;
  if (operator !== '=' && operator !== '!=') {
    throw unusable(
      placeholder,
      `${shown(placeholder)} stands for several selected objects, and "${operator}" compares with one value only. Use =, !=, in or not in, or allow one selection on that level.`,
    );
  }
  return { kind: 'membership', path, isNegated: operator === '!=', operands, location };
}

/** At least one operand, none of them a placeholder. */
function bindOperand(operand: Operand, values: Values): readonly Operand[] {
  switch (operand.kind) {
    case 'levelPlaceholder':
      return operand.part === 'label'
        ? values.labelsOf(operand)
        : values.idsOf(operand).map(callObjectId);
    case 'emailPlaceholder':
      throw emailOutsideUser(operand);
    case 'call':
      return bindCall(operand, values);
    case 'string':
    case 'number':
    case 'word':
      return [operand];
  }
}

function bindCall(call: CallOperand, values: Values): readonly CallOperand[] {
  const placeholder = findPlaceholder(call);
  if (!placeholder) return [call];
  if (call.arguments.length > 1) {
    throw unusable(
      placeholder,
      `${shown(placeholder)} must be the only value inside ${shorten(call.name)}(...). Remove the other values.`,
    );
  }
  return bindArgument(call.name, placeholder, values).map((value) => ({
    ...call,
    arguments: [value],
  }));
}

function bindArgument(
  callName: string,
  placeholder: PlaceholderOperand,
  values: Values,
): readonly StringOperand[] {
  const name = callName.toLowerCase();
  if (placeholder.kind === 'emailPlaceholder') {
    if (name !== 'user') throw emailOutsideUser(placeholder);
    return [values.email(placeholder)];
  }
  if (placeholder.part === 'label') return values.labelsOf(placeholder);
  if (name !== 'objectid') {
    throw unusable(
      placeholder,
      `${shown(placeholder)} stands for selected objects and can’t be used inside ${shorten(callName)}(...). Write it alone, without a function, or use their labels: ${shown({ ...placeholder, part: 'label' })}.`,
    );
  }
  return values.idsOf(placeholder);
}

function findPlaceholder(operand: Operand): PlaceholderOperand | undefined {
  return operand.kind === 'call'
    ? operand.arguments.find(isPlaceholder)
    : [operand].find(isPlaceholder);
}

function callObjectId(objectId: StringOperand): CallOperand {
  const { location } = objectId;
  return { kind: 'call', name: 'objectId', arguments: [objectId], location };
}

/** The values of placeholders, as strings that stand where the placeholder stood. */
class Values {
  private readonly levels: ReadonlyMap<string, readonly SelectedObject[]>;

  constructor(private readonly bindings: Bindings) {
    this.levels = new Map(
      Array.from(bindings.levels ?? [], ([name, selected]) => [levelKey(name), selected]),
    );
  }

  /** @throws ThrownBindingProblem if there is none */
  email(placeholder: EmailPlaceholder): StringOperand {
    const email = this.bindings.emailCurrentUser ?? '';
    if (email.trim() === '') throw noEmail(placeholder);
    return stringAt(email, placeholder.location);
  }

  /** At least one. @throws ThrownBindingProblem without a selection */
  idsOf(placeholder: LevelPlaceholder): StringOperand[] {
    const { location } = placeholder;
    return this.selectedOn(placeholder).map(({ objectId }) => stringAt(objectId, location));
  }

  /** At least one. @throws ThrownBindingProblem without a selection */
  labelsOf(placeholder: LevelPlaceholder): StringOperand[] {
    const { location } = placeholder;
    return this.selectedOn(placeholder).map(({ label }) => stringAt(label, location));
  }

  private selectedOn(placeholder: LevelPlaceholder): readonly SelectedObject[] {
    const selected = this.levels.get(levelKey(placeholder.levelName));
    if (!selected) {
      const { levels } = this.bindings;
      throw unknownLevel(placeholder, levels && [...levels.keys()]);
    }
    if (selected.length === 0) {
      const message = `Nothing is selected on the level "${shorten(placeholder.levelName)}". Select something there first.`;
      throw new ThrownBindingProblem('NOTHING_SELECTED', placeholder, message);
    }
    return selected;
  }
}

function stringAt(value: string, location: Location): StringOperand {
  return { kind: 'string', value, location };
}

/** Equal for two spellings of one level name. */
export function levelKey(name: string): string {
  return compose(name.trim()).toLowerCase();
}

/** Why a template can't be bound, in words for the person who fills or configures the field. */
export interface BindingProblem {
  readonly code: 'NOTHING_SELECTED' | 'NO_EMAIL' | 'UNKNOWN_LEVEL' | 'UNUSABLE_PLACEHOLDER';
  /** As written in the template; absent for the email placeholder. */
  readonly levelName?: string;
  readonly message: string;
  /** Of the placeholder in the template. */
  readonly location: Location;
}

/** Thrown inside the binder only; its callers get the `BindingProblem`. */
class ThrownBindingProblem extends Error {
  readonly error: BindingProblem;

  constructor(code: BindingProblem['code'], placeholder: PlaceholderOperand, message: string) {
    super(message);
    const { location } = placeholder;
    this.error =
      placeholder.kind === 'levelPlaceholder'
        ? { code, levelName: placeholder.levelName, message, location }
        : { code, message, location };
  }
}

function noEmail(placeholder: PlaceholderOperand): ThrownBindingProblem {
  const message =
    'The query needs your email address, and Jira doesn’t share it with this app. Check who can see it under "Profile and visibility" of your Atlassian account.';
  return new ThrownBindingProblem('NO_EMAIL', placeholder, message);
}

/** @param knownNames undefined where the field has no levels at all */
function unknownLevel(
  placeholder: LevelPlaceholder,
  knownNames: readonly string[] | undefined,
): ThrownBindingProblem {
  if (knownNames === undefined) {
    const message = `This field has no levels, so ${shown(placeholder)} can’t stand for anything. Remove it.`;
    return new ThrownBindingProblem('UNKNOWN_LEVEL', placeholder, message);
  }
  const known =
    knownNames.length > 0
      ? `The levels before this one: ${knownNames.map((name) => `"${shorten(name.trim())}"`).join(', ')}.`
      : 'There is no level before this one.';
  const message = `${shown(placeholder)} isn’t an earlier level. ${known}`;
  return new ThrownBindingProblem('UNKNOWN_LEVEL', placeholder, message);
}

function emailOutsideUser(placeholder: PlaceholderOperand): ThrownBindingProblem {
  return unusable(
    placeholder,
    `${shown(placeholder)} can be used inside user(...) only. Write: user(${shown(placeholder)}).`,
  );
}

function unusable(placeholder: PlaceholderOperand, message: string): ThrownBindingProblem {
  return new ThrownBindingProblem('UNUSABLE_PLACEHOLDER', placeholder, message);
}

function shown(placeholder: PlaceholderOperand): string {
  return shorten(printPlaceholder(placeholder));
}

/**
 * The template with every reference to the level `name` changed to `newName`, which a level must be
 * able to have. All else stays as the author wrote it: spacing, quotes, `<<` or `{{`, and `.label`.
 * In a text that is no template yet, what looks like a reference is changed too.
 */
export function renameLevel(template: string, name: string, newName: string): string {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return renameUnread(template, name, newName);
  const references = placeholdersOf(parsed.query).filter(
    (placeholder): placeholder is LevelPlaceholder =>
      placeholder.kind === 'levelPlaceholder' && isSameLevel(placeholder.levelName, name),
  );
  // From the last to the first, so that each location still fits.
  return references.reduceRight((text, { location, part }) => {
    const renamed = rename(text.slice(location.start, location.end), part, newName);
    return text.slice(0, location.start) + renamed + text.slice(location.end);
  }, template);
}

/** Whether the template refers to the level, as far as it can be read. */
export function refersToLevel(template: string, name: string): boolean {
  return renameLevel(template, name, '') !== template;
}

/** @param written one placeholder, perhaps in quotes */
function rename(written: string, part: LevelPlaceholder['part'], newName: string): string {
  const quote = written.startsWith('"') ? '"' : '';
  const inner = written.slice(quote.length, written.length - quote.length);
  const { open = '', close = '' } = findSpellingAt(inner, 0) ?? {};
  const content = inner.slice(open.length, inner.length - close.length);
  const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(content) ?? [];
  const suffix = part === 'label' ? (/\s*\.label$/i.exec(text)?.[0] ?? '.label') : '';
  const name = quote === '' ? newName : quoteString(newName).slice(1, -1);
  return quote + open + before + name + suffix + after + close + quote;
}

const unreadReference = /(\{\{\s*|<<\s*)([^{}<>]*?)((?:\s*\.label)?\s*(?:\}\}|>>))/gi;

function renameUnread(template: string, name: string, newName: string): string {
  return template.replace(unreadReference, (written, open: string, text: string, end: string) =>
    isSameLevel(text, name) ? open + newName + end : written,
  );
}

function isSameLevel(name: string, other: string): boolean {
  return levelKey(name) === levelKey(other);
}
