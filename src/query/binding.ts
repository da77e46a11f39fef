import {
  BindingProblem,
  emailOutsideUser,
  idOutsideObjectId,
  noEmail,
  notOnlyArgument,
  nothingSelected,
  severalSelected,
  unknownLevel,
} from './binding-error';
import type { BindingError } from './binding-error';
import { isPlaceholder } from './placeholders';
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

export type BindResult =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly error: BindingError };

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
    if (error instanceof BindingProblem) return { ok: false, error: error.error };
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
  if (operator !== '=' && operator !== '!=') throw severalSelected(placeholder, operator);
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

/** One call for each value of its placeholder. */
function bindCall(call: CallOperand, values: Values): readonly CallOperand[] {
  const placeholder = findPlaceholder(call);
  if (!placeholder) return [call];
  if (call.arguments.length > 1) throw notOnlyArgument(placeholder, call.name);
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
  if (name !== 'objectid') throw idOutsideObjectId(placeholder, callName);
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

  /** @throws BindingProblem if there is none */
  email(placeholder: EmailPlaceholder): StringOperand {
    const email = this.bindings.emailCurrentUser ?? '';
    if (email.trim() === '') throw noEmail(placeholder);
    return stringAt(email, placeholder.location);
  }

  /** At least one. @throws BindingProblem without a selection */
  idsOf(placeholder: LevelPlaceholder): StringOperand[] {
    const { location } = placeholder;
    return this.selectedOn(placeholder).map(({ objectId }) => stringAt(objectId, location));
  }

  /** At least one. @throws BindingProblem without a selection */
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
    if (selected.length === 0) throw nothingSelected(placeholder);
    return selected;
  }
}

function stringAt(value: string, location: Location): StringOperand {
  return { kind: 'string', value, location };
}

/** Equal for two spellings of one level name. */
export function levelKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
