export type * from './tree';
export { findOrder, parseQuery, parseTemplate } from './parser';
export type { ParseResult } from './parser';
export { invisible } from './invisible';
export { describeFault, shorten } from './syntax-error';
export type { QuerySyntaxError } from './syntax-error';
export { builtInNames, printAttributeName, printPath, printQuery } from './printer';
export { quoteString } from './quoting';
export { bindTemplate, levelKey } from './binding';
export type { BindResult, Bindings, SelectedObject } from './binding';
export type { BindingError } from './binding-error';
export { refersToLevel, renameLevel } from './level-renaming';
export { leavesOf, operandsOf } from './leaves';
export type { LeafCondition } from './leaves';
export { placeholdersOf } from './placeholders';
export {
  combineWithLabelMatch,
  combineWithObjectIds,
  everything,
  matchObjectIds,
} from './combination';
export { findNearName } from './near-names';
export { foldBeginning, foldText, wordsIn, wordsOf } from './folding';
export { queryLimits, templateLimits } from './limits';
export type { Limits } from './limits';
