/** Where a piece of a query stands in its text: offsets into it, `end` exclusive. */
export interface Location {
  readonly start: number;
  readonly end: number;
}

/** A whole query. Without a condition it matches every object of the type. */
export interface Query {
  readonly condition?: Condition;
  readonly orderBy: readonly Sort[];
}

export type Condition =
  | AndCondition
  | OrCondition
  | NotCondition
  | Comparison
  | Membership
  | Emptiness;

/** At least two operands, none of them an `AndCondition`. */
interface AndCondition {
  readonly kind: 'and';
  readonly operands: readonly Condition[];
  readonly location: Location;
}

/** At least two operands, none of them an `OrCondition`. */
export interface OrCondition {
  readonly kind: 'or';
  readonly operands: readonly Condition[];
  readonly location: Location;
}

interface NotCondition {
  readonly kind: 'not';
  readonly operand: Condition;
  readonly location: Location;
}

export type ComparisonOperator = '=' | '==' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~' | '*=';

/** `path operator operand` */
export interface Comparison {
  readonly kind: 'comparison';
  readonly path: Path;
  readonly operator: ComparisonOperator;
  readonly operatorLocation: Location;
  readonly operand: Operand;
  readonly location: Location;
}

/** `path [not] in (...)`. A placeholder stands for the whole list in a template only. */
export interface Membership {
  readonly kind: 'membership';
  readonly path: Path;
  readonly isNegated: boolean;
  readonly operands: readonly Operand[];
  readonly location: Location;
}

/** `path is [not] empty` */
interface Emptiness {
  readonly kind: 'emptiness';
  readonly path: Path;
  readonly isNegated: boolean;
  readonly location: Location;
}

/** `Region.Country`: each name but the last one walks a reference. At least one name. */
export interface Path {
  readonly names: readonly Name[];
  readonly location: Location;
}

/** A quoted name is always an attribute; an unquoted one may be built in (`Label`, `Id`, ...). */
export interface Name {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly location: Location;
}

export type Operand =
  | StringOperand
  | NumberOperand
  | WordOperand
  | CallOperand
  | PlaceholderOperand;

export interface StringOperand {
  readonly kind: 'string';
  readonly value: string;
  readonly location: Location;
}

interface NumberOperand {
  readonly kind: 'number';
  readonly value: number;
  /** As written, so that printing keeps `1.50` and large integers. */
  readonly text: string;
  readonly location: Location;
}

/** A bare word such as `Zoom` or `true`. */
interface WordOperand {
  readonly kind: 'word';
  readonly text: string;
  readonly location: Location;
}

/** `objectId("...")`, `now("-7d")`, `currentUser()`; the name as written. */
export interface CallOperand {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: readonly (StringOperand | PlaceholderOperand)[];
  readonly location: Location;
}

/** Only in templates: `{{Level}}`, `{{Level.label}}`, `${emailCurrentUser}` and their other spellings. */
export type PlaceholderOperand = LevelPlaceholder | EmailPlaceholder;

export interface LevelPlaceholder {
  readonly kind: 'levelPlaceholder';
  readonly levelName: string;
  /** What of the selection is meant: the ids of the selected objects, or their labels. */
  readonly part: 'id' | 'label';
  readonly location: Location;
}

export interface EmailPlaceholder {
  readonly kind: 'emailPlaceholder';
  readonly location: Location;
}

export interface Sort {
  readonly path: Path;
  readonly direction: 'asc' | 'desc';
  readonly location: Location;
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
