import { levelKey, refersToLevel, renameLevel } from '../../query';
import { noAttributes, type AttributeLists } from '../field-configuration/configured-attributes';
import {
  type CascadeConfiguration,
  type CascadeLevel,
  findLevelNameFault,
  type LevelNameFault,
} from './configuration';
import { maximumLevels } from './cascade-value';

export interface CascadeDraft extends AttributeLists {
  readonly workspaceId: string | undefined;
  readonly levels: readonly LevelDraft[];
  readonly portal: NonNullable<CascadeConfiguration['portal']>;
}

/** Kept by its `levelId` through every rename and move: stored values name levels by it. */
export interface LevelDraft extends CascadeLevel {
  /** The name by which the queries refer to it, which `name` becomes once it is written. */
  readonly knownAs: string;
}

export type CascadeChange =
  | { readonly kind: 'workspaceChosen'; readonly workspaceId: string }
  | { readonly kind: 'portalUseChosen'; readonly portal: CascadeDraft['portal'] }
  | { readonly kind: 'attributesChosen'; readonly lists: Partial<AttributeLists> }
  | { readonly kind: 'levelAdded'; readonly levelId: string }
  | { readonly kind: 'levelRemoved'; readonly levelId: string }
  | { readonly kind: 'levelMoved'; readonly levelId: string; readonly by: -1 | 1 }
  /** While it is being written. */
  | { readonly kind: 'levelNamed'; readonly levelId: string; readonly name: string }
  /** The admin has finished writing names: the queries follow. */
  | { readonly kind: 'namesSettled' }
  | { readonly kind: 'queryWritten'; readonly levelId: string; readonly query: string }
  | { readonly kind: 'selectionChosen'; readonly levelId: string; readonly isMultiple: boolean }
  | { readonly kind: 'imported'; readonly configuration: CascadeConfiguration };

/** @param firstLevelId of the level to begin with, where nothing is saved */
export function cascadeDraftOf(
  saved: CascadeConfiguration | undefined,
  firstLevelId: string,
): CascadeDraft {
  if (!saved) {
    const levels = [newLevel(firstLevelId)];
    return { workspaceId: undefined, levels, ...noAttributes, portal: 'nothing' };
  }
  const levels = saved.levels.map((level) => ({ ...level, knownAs: level.name }));
  const { workspaceId, attributes = [], searchedAttributes = [], portal = 'nothing' } = saved;
  return { workspaceId, levels, attributes, searchedAttributes, portal };
}

/** An impossible change doesn't change the draft. */
export function changeCascade(draft: CascadeDraft, change: CascadeChange): CascadeDraft {
  switch (change.kind) {
    case 'workspaceChosen':
      if (change.workspaceId === draft.workspaceId) return draft;
      return { ...draft, workspaceId: change.workspaceId, ...noAttributes };
    case 'attributesChosen':
      return { ...draft, ...change.lists };
    case 'portalUseChosen':
      return { ...draft, portal: change.portal };
    case 'levelAdded':
      return addLevel(draft, change.levelId);
    case 'levelRemoved':
      return { ...draft, levels: draft.levels.filter(({ levelId }) => levelId !== change.levelId) };
    case 'levelMoved':
      return moveLevel(draft, change.levelId, change.by);
    case 'levelNamed':
      return changeLevel(draft, change.levelId, { name: change.name });
    case 'namesSettled':
      return settleNames(draft);
    case 'queryWritten':
      return changeLevel(draft, change.levelId, { query: change.query });
    case 'selectionChosen':
      return changeLevel(draft, change.levelId, { isMultiple: change.isMultiple });
    case 'imported':
      return cascadeDraftOf(change.configuration, '');
  }
}

/**
 * Puts each new name that a level can have into the queries that refer to it. One that it can't have
 * waits: until then the queries keep the name before.
 */
export function settleNames(draft: CascadeDraft): CascadeDraft {
  return draft.levels.reduce((settled, { levelId }) => settleName(settled, levelId), draft);
}

/** Returns undefined where the level can have the name that is written. */
export function nameFaultOf(draft: CascadeDraft, level: LevelDraft): LevelNameFault | undefined {
  // Of two levels the one that takes the other's name is at fault.
  if (level.knownAs !== '' && level.name.trim() === level.knownAs) return undefined;
  const others = draft.levels.filter(({ levelId }) => levelId !== level.levelId);
  return findLevelNameFault(
    level.name,
    others.flatMap(({ name, knownAs }) => [name, knownAs]),
  );
}

/** The names of the other levels whose queries refer to this one, in their order. */
export function referrersOf({ levels }: CascadeDraft, level: LevelDraft): string[] {
  if (level.knownAs === '') return [];
  return levels
    .filter(
      ({ levelId, query }) => levelId !== level.levelId && refersToLevel(query, level.knownAs),
    )
    .map(({ name }) => name);
}

/** The levels to try out and to preview: one without a usable name gets one for the time being. */
export function triedLevels(draft: CascadeDraft): CascadeLevel[] {
  const settled = settleNames(draft);
  return settled.levels.map((level, index) => {
    const { levelId, knownAs, query, isMultiple } = level;
    return { levelId, name: knownAs || `Level ${index + 1} (no name yet)`, query, isMultiple };
  });
}

/** What to store, once every name is usable; undefined without a workspace. */
export function cascadeConfigurationOf(draft: CascadeDraft): CascadeConfiguration | undefined {
  const { workspaceId, attributes, searchedAttributes, portal } = draft;
  if (workspaceId === undefined) return undefined;
  const levels = settleNames(draft).levels.map(({ levelId, name, query, isMultiple }) => ({
    levelId,
    name: name.trim(),
    query: query.trim(),
    isMultiple,
  }));
  return {
    version: 1,
    workspaceId,
    levels,
    ...(attributes.length > 0 ? { attributes: [...attributes] } : {}),
    ...(searchedAttributes.length > 0 ? { searchedAttributes: [...searchedAttributes] } : {}),
    portal,
  };
}

function newLevel(levelId: string): LevelDraft {
  return { levelId, name: '', knownAs: '', query: '', isMultiple: false };
}

function addLevel(draft: CascadeDraft, levelId: string): CascadeDraft {
  if (draft.levels.length >= maximumLevels) return draft;
  return { ...draft, levels: [...draft.levels, newLevel(levelId)] };
}

function moveLevel(draft: CascadeDraft, levelId: string, by: -1 | 1): CascadeDraft {
  const from = draft.levels.findIndex((level) => level.levelId === levelId);
  const moved = draft.levels[from];
  const to = from + by;
  if (!moved || to < 0 || to >= draft.levels.length) return draft;
  const others = draft.levels.filter((level) => level !== moved);
  return { ...draft, levels: [...others.slice(0, to), moved, ...others.slice(to)] };
}

function changeLevel(
  draft: CascadeDraft,
  levelId: string,
  change: Partial<LevelDraft>,
): CascadeDraft {
  const levels = draft.levels.map((level) =>
    level.levelId === levelId ? { ...level, ...change } : level,
  );
  return { ...draft, levels };
}

function settleName(draft: CascadeDraft, levelId: string): CascadeDraft {
  const level = draft.levels.find((candidate) => candidate.levelId === levelId);
  if (!level) return draft;
  const name = level.name.trim();
  if (name === level.knownAs && name === level.name) return draft;
  if (nameFaultOf(draft, level)) return draft;
  const isOtherName = level.knownAs !== '' && levelKey(level.knownAs) !== levelKey(name);
  const levels = draft.levels.map((other) => ({
    ...other,
    ...(other === level ? { name, knownAs: name } : {}),
    query: isOtherName ? renameLevel(other.query, level.knownAs, name) : other.query,
  }));
  return { ...draft, levels };
}

export type ValueChange =
  | { readonly kind: 'levelsRemoved'; readonly names: readonly string[] }
  /** What a value holds is what was picked on the level that was last then. */
  | { readonly kind: 'lastLevelChanged'; readonly from: string; readonly to: string }
  | { readonly kind: 'orderChanged' }
  | { readonly kind: 'nowSingle'; readonly names: readonly string[] };

/** Empty where existing values stay as they are. The screen reports a changed workspace separately. */
export function valueChangesOf(saved: CascadeConfiguration, draft: CascadeDraft): ValueChange[] {
  const kept = new Map(draft.levels.map((level) => [level.levelId, level]));
  const removed = saved.levels.filter(({ levelId }) => !kept.has(levelId));
  const nowSingle = saved.levels.filter(
    ({ levelId, isMultiple }) => isMultiple && kept.get(levelId)?.isMultiple === false,
  );
  return [
    ...(removed.length > 0 ? [{ kind: 'levelsRemoved', names: namesOf(removed) } as const] : []),
    ...lastLevelChange(saved, draft),
    ...(isReordered(saved, draft) ? [{ kind: 'orderChanged' } as const] : []),
    ...(nowSingle.length > 0 ? [{ kind: 'nowSingle', names: namesOf(nowSingle) } as const] : []),
  ];
}

function lastLevelChange(saved: CascadeConfiguration, draft: CascadeDraft): ValueChange[] {
  const from = saved.levels.at(-1);
  const to = draft.levels.at(-1);
  if (!from || !to || from.levelId === to.levelId) return [];
  return [{ kind: 'lastLevelChanged', from: from.name, to: to.name.trim() }];
}

function isReordered(saved: CascadeConfiguration, draft: CascadeDraft): boolean {
  const before = saved.levels.map(({ levelId }) => levelId);
  const after = draft.levels.map(({ levelId }) => levelId);
  const keptBefore = before.filter((levelId) => after.includes(levelId));
  const keptAfter = after.filter((levelId) => before.includes(levelId));
  return keptBefore.join() !== keptAfter.join();
}

function namesOf(levels: readonly { readonly name: string }[]): string[] {
  return levels.map(({ name }) => name);
}
