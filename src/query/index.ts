export type * from './tree';
export { leavesOf, operandsOf } from './tree';
export { findOrder, parseQuery, parseTemplate } from './parser';
export type { ParseResult } from './parser';
export { describeProblem, invisible, shorten } from './located-problem';
export type { LocatedProblem } from './located-problem';
export { builtInNames, isBuiltIn, printAttributeName, printPath, printQuery } from './printer';
export { quoteString } from './quoting';
export { bindTemplate, levelKey, refersToLevel, renameLevel } from './binding';
export type { BindingProblem, Bindings, SelectedObject } from './binding';
export { placeholdersOf } from './placeholders';
export {
  combineWithLabelMatch,
  combineWithObjectIds,
  everything,
  kindOfObjects,
  matchObjectIds,
} from './combination';
export { compose } from './composition';
export { editDistance, findNearName } from './near-names';
export {
  canBePart,
  charactersOf,
  containsPart,
  foldBeginning,
  foldLetters,
  foldText,
  isWithoutSpaces,
  partMatch,
  readingsIn,
  textMatch,
  wordsIn,
  wordsOf,
} from './folding';
export { typedMatch } from './typed-text';
export { queryLimits, templateLimits } from './token-cursor';
