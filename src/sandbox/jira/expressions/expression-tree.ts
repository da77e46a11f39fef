/** What is modelled of Jira's expressions. */
export type ExpressionTree =
  | { kind: 'constant'; value: string | number | boolean | null }
  | { kind: 'variable'; name: string }
  | { kind: 'choice'; test: ExpressionTree; whenTrue: ExpressionTree; whenFalse: ExpressionTree }
  | { kind: 'logical'; operator: '&&' | '||'; left: ExpressionTree; right: ExpressionTree }
  | { kind: 'binary'; operator: BinaryOperator; left: ExpressionTree; right: ExpressionTree }
  | { kind: 'unary'; operator: UnaryOperator; operand: ExpressionTree }
  | Member
  | { kind: 'call'; method: Member; values: readonly (ExpressionTree | LambdaTree)[] };

/** `a.b`, or `a?.b`, which is null if `a` has no `b`. */
export interface Member {
  kind: 'member';
  object: ExpressionTree;
  name: string;
  isOptional: boolean;
}

/** `x => ...`, as an argument of a method only. */
export interface LambdaTree {
  kind: 'lambda';
  parameter: string;
  body: ExpressionTree;
}

export const binaryOperators = ['==', '!=', '<', '<=', '>', '>=', '+', '-'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export const unaryOperators = ['!', '-', 'typeof'] as const;
export type UnaryOperator = (typeof unaryOperators)[number];

/** What Jira counts as the size of an expression: its constants and names. */
export function countLeaves(tree: ExpressionTree | LambdaTree): number {
  const sum = (...parts: readonly (ExpressionTree | LambdaTree)[]) =>
    parts.reduce((total, part) => total + countLeaves(part), 0);
  switch (tree.kind) {
    case 'constant':
    case 'variable':
      return 1;
    case 'choice':
      return sum(tree.test, tree.whenTrue, tree.whenFalse);
    case 'logical':
    case 'binary':
      return sum(tree.left, tree.right);
    case 'unary':
      return sum(tree.operand);
    case 'member':
      return sum(tree.object) + 1;
    case 'call':
      return sum(tree.method, ...tree.values);
    case 'lambda':
      return sum(tree.body) + 1;
  }
}
