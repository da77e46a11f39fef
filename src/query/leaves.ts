import type { Comparison, Condition, Emptiness, Membership, Operand } from './tree';

/** A condition that holds no others. */
export type LeafCondition = Comparison | Membership | Emptiness;

/** The conditions at the ends of the tree, in the order of its text; none if there is no condition. */
export function leavesOf(condition: Condition | undefined): readonly LeafCondition[] {
  switch (condition?.kind) {
    case undefined:
      return [];
    case 'and':
    case 'or':
      return condition.operands.flatMap(leavesOf);
    case 'not':
      return leavesOf(condition.operand);
    case 'comparison':
    case 'membership':
    case 'emptiness':
      return [condition];
  }
}

/** What a condition compares with, in the order of its text; nothing if it asks for emptiness. */
export function operandsOf(leaf: LeafCondition): readonly Operand[] {
  switch (leaf.kind) {
    case 'comparison':
      return [leaf.operand];
    case 'membership':
      return leaf.operands;
    case 'emptiness':
      return [];
  }
}
