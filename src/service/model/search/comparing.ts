import type { User } from '../../../api/user';
import type { Location, Operand, Path } from '../../../query';
import { meaningOf } from './operands';
import type { WorkspaceView } from '../permissions/workspace-view';
import type { OperandContext, OperandMeaning } from './operands';
import type { FoldedTexts } from './folded-texts';
import { QueryFault } from './query-fault';
import type { QuerySize } from './query-size';
import type { BoundParameters } from './statement';

/** The operators that are not the exact opposite of another one. */
export type PositiveOperator = '=' | '==' | '~' | '>' | '>=' | '<' | '<=';

/** One comparison: it holds where any of the operands satisfies the operator. */
export interface Comparing {
  readonly path: Path;
  /** The path as the query spells it. */
  readonly name: string;
  readonly operator: PositiveOperator;
  /** At least one. */
  readonly operands: readonly Operand[];
  readonly location: Location;
}

export interface CompareContext extends OperandContext {
  readonly view: WorkspaceView;
  readonly workspaceId: string;
  /** What stands for its id in the statement: each table that is looked at is asked for it. */
  readonly workspace: string;
  readonly parameters: BoundParameters;
  /** The people whose names and emails a query can use, in the order they sort. */
  readonly members: readonly User[];
  /** What the query has asked for so far. */
  readonly size: QuerySize;
  readonly texts: FoldedTexts;
}

/** @throws QueryFault if the operator is none of those that fit */
export function assertOperator(
  comparing: Comparing,
  fitting: readonly PositiveOperator[],
  what: string,
): void {
  if (fitting.includes(comparing.operator)) return;
  throw new QueryFault(
    `You can’t compare ${what} with "${comparing.operator}": use ${fitting.join(' ')} for "${comparing.name}".`,
    comparing.location,
  );
}

/**
 * What the operands say, read by `read`.
 * @param expected completes "is compared with ..."
 * @param adviseOn what else to say of an operand of which `read` makes nothing
 * @throws QueryFault for an operand of which `read` makes nothing
 */
export function readOperands<Value>(
  comparing: Comparing,
  context: OperandContext,
  expected: string,
  read: (meaning: OperandMeaning) => Value | undefined,
  adviseOn: (meaning: OperandMeaning) => string = () => '',
): Value[] {
  return comparing.operands.map((operand) => {
    const meaning = meaningOf(operand, context);
    const value = read(meaning);
    if (value !== undefined) return value;
    const message = `Compare "${comparing.name}" with ${expected}.${adviseOn(meaning)}`;
    throw new QueryFault(message, operand.location);
  });
}
