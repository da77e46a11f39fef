import { leavesOf, operandsOf, type Condition, type Operand, type Query } from '../../query';

/**
 * Whether the service's fault stands at a label that was only a sample: an option or a number that
 * a real label may well be. Such a fault says nothing about the query.
 */
export function isAtSampledLabel(template: Query, offset: number | undefined): boolean {
  if (offset === undefined) return false;
  return leavesOf(template.condition)
    .flatMap(operandsOf)
    .some((operand) => isLabel(operand) && operand.location.start === offset);
}

/** The template with `path is empty` in the place of comparisons with labels. */
export function withoutLabelComparisons(template: Query): Query {
  if (!template.condition) return template;
  return { ...template, condition: withoutLabels(template.condition) };
}

function withoutLabels(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, operands: condition.operands.map(withoutLabels) };
    case 'not':
      return { ...condition, operand: withoutLabels(condition.operand) };
    case 'comparison':
    case 'membership': {
      const { path, location } = condition;
      return operandsOf(condition).some(isLabel)
        ? { kind: 'emptiness', path, isNegated: false, location }
        : condition;
    }
    case 'emptiness':
      return condition;
  }
}

function isLabel(operand: Operand): boolean {
  return operand.kind === 'call'
    ? operand.arguments.some(isLabel)
    : operand.kind === 'levelPlaceholder' && operand.part === 'label';
}
