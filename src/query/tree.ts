/** Where a piece of a query stands in its text: offsets into it, `end` exclusive. */
export interface Location {
  readonly start: number;
  readonly end: number;
}

/** A piece of a query with its place. */
export interface Located {
  readonly location: Location;
}

/** A whole query. Without a condition it matches every object of the type. */
export interface Query {
  readonly condition?: Condition;
  readonly orderBy: readonly Sort[];
}

export type Condition = Junction | NotCondition | LeafCondition;

/** At least two operands, none of them of its own kind. */
export interface Junction extends Located {
  readonly kind: 'and' | 'or';
  readonly operands: readonly Condition[];
}

interface NotCondition extends Located {
  readonly kind: 'not';
  readonly operand: Condition;
}

export type ComparisonOperator = '=' | '==' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~' | '*=';

/** `path operator operand` */
export interface Comparison extends Located {
  readonly kind: 'comparison';
  readonly path: Path;
  readonly operator: ComparisonOperator;
  readonly operatorLocation: Location;
  readonly operand: Operand;
}

/** `path [not] in (...)`. A placeholder stands for the whole list in a template only. */
export interface Membership extends Located {
  readonly kind: 'membership';
  readonly path: Path;
  readonly isNegated: boolean;
  readonly operands: readonly Operand[];
}

/** `path is [not] empty` */
interface Emptiness extends Located {
  readonly kind: 'emptiness';
  readonly path: Path;
  readonly isNegated: boolean;
}

/** `Region.Country`: each name but the last one walks a reference. At least one name. */
export interface Path extends Located {
  readonly names: readonly Name[];
}

/** A quoted name is always an attribute; an unquoted one may be built in (`Label`, `Id`, ...). */
export interface Name extends Located {
  readonly text: string;
  readonly isQuoted: boolean;
}

export type Operand =
  | StringOperand
  | NumberOperand
  | WordOperand
  | CallOperand
  | PlaceholderOperand;

export interface StringOperand extends Located {
  readonly kind: 'string';
  readonly value: string;
}

interface NumberOperand extends Located {
  readonly kind: 'number';
  readonly value: number;
  /** As written, so that printing keeps `1.50` and large integers. */
  readonly text: string;
}

/** A bare word such as `Zoom` or `true`. */
interface WordOperand extends Located {
  readonly kind: 'word';
  readonly text: string;
}

/** `objectId("...")`, `now("-7d")`, `currentUser()`; the name as written. */
export interface CallOperand extends Located {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly (StringOperand | PlaceholderOperand)[];
}

/** Only in templates: `{{Level}}`, `{{Level.label}}`, `${emailCurrentUser}` and their other spellings. */
export type PlaceholderOperand = LevelPlaceholder | EmailPlaceholder;

export interface LevelPlaceholder extends Located {
  readonly kind: 'levelPlaceholder';
  readonly levelName: string;
  /** What of the selection is meant: the ids of the selected objects, or their labels. */
  readonly part: 'id' | 'label';
}

export interface EmailPlaceholder extends Located {
  readonly kind: 'emailPlaceholder';
}

export interface Sort extends Located {
  readonly path: Path;
  readonly direction: 'asc' | 'desc';
}

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
