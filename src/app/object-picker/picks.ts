import * as z from 'zod/mini';
import { rowsOf } from '../object-display/object-rows';
import {
  type ListedObject,
  differencesOf,
  visibleTexts,
  withSymbol,
} from '../object-display/present-value';
import { columnsOf, cutInMiddle } from '../object-display/text-columns';
import { storedLabel, type StoredObject, withoutRepeats, objectKey } from '../objects/stored-value';
import { isolated, type Formats } from '../object-display/formats';
import { typedMatch } from '../../query';
import type { FoundOptions } from './use-object-search';

/** An object in the editor: as stored, or as the service shows it since it was looked up. */
export interface PickedObject
  extends StoredObject, Pick<ListedObject, 'symbol' | 'attributes' | 'notes'> {
  /** The label that Jira stores; undefined for one that was picked since. */
  readonly savedLabel: string | undefined;
  /** True where the service was asked and doesn't show it to this person. */
  readonly isGone: boolean;
  /** True for one that was picked where another one with its label was offered. */
  readonly hadTwin: boolean;
}

export function pickedFromStore({ objectId, label }: StoredObject): PickedObject {
  const isGone = false;
  return { objectId, label, attributes: [], savedLabel: label, isGone, hadTwin: false };
}

/** @param offered all that was offered to pick from, with the object itself */
export function pickedFromList(
  object: ListedObject,
  offered: readonly ListedObject[],
): PickedObject {
  const hadTwin = offered.some((other) => other !== object && other.label === object.label);
  return { ...object, savedLabel: undefined, isGone: false, hadTwin };
}

/** Whether Jira stores another label than the object has now. */
export function isRenamed({ label, savedLabel }: PickedObject): boolean {
  return savedLabel !== undefined && storedLabel(label) !== savedLabel;
}

/** The stored picks that the service's answer gives another label than they have here. */
export function renamedIn<Pick extends PickedObject>(
  picks: readonly Pick[],
  found: readonly ListedObject[],
): Pick[] {
  const byKey = byObjectKey(found);
  return picks.filter((pick) => {
    const now = byKey.get(objectKey(pick.objectId));
    return now !== undefined && pick.savedLabel !== undefined && now.label !== pick.label;
  });
}

/**
 * Returns what brings the service's answer about some picks into these or later ones: one that the
 * service does not show keeps its label, and so does a stored one that is none of the field's objects,
 * since anyone may have written its id, and everyone would read its label.
 * @param isOwn whether a renamed pick is of the field's objects
 */
export function renewalOf(
  asked: readonly StoredObject[],
  found: readonly ListedObject[],
  isOwn: (pick: PickedObject) => boolean,
): (later: readonly PickedObject[]) => PickedObject[] {
  const askedKeys = new Set(asked.map(({ objectId }) => objectKey(objectId)));
  const byKey = byObjectKey(found);
  return (later) =>
    later.map((pick) => {
      const key = objectKey(pick.objectId);
      const now = byKey.get(key);
      if (!now) return { ...pick, isGone: pick.isGone || askedKeys.has(key) };
      const mayChange = pick.savedLabel === undefined || isOwn(pick);
      const label = mayChange ? now.label : pick.label;
      return { ...pick, symbol: now.symbol, label, attributes: now.attributes, isGone: false };
    });
}

function byObjectKey(objects: readonly ListedObject[]): ReadonlyMap<string, ListedObject> {
  return new Map(objects.map((object) => [objectKey(object.objectId), object]));
}

/** What the host's Select takes. */
export interface PickerOption {
  readonly label: string;
  readonly value: string;
}

/**
 * Never seen: with nothing to offer, the list stays shut. From an empty one, the host would read
 * "No options" out even so.
 * @see docs/platform-assumptions.md, 71
 */
export const unseenOption: PickerOption = { label: '', value: '' };

/**
 * Stands below the options while an answer is on its way. The host hides it from no typed text. Enter chooses it, and
 * so sends no form around the picker.
 * @see docs/platform-assumptions.md, 89
 */
export function loadingOption(typedText: string): PickerOption {
  return { label: pickerTexts.loading, value: `\n${typedText}` };
}

/** The typed text if the Select reports that the option for loading was chosen. */
export function typedWhileLoading(reported: unknown): string | undefined {
  return chosenValues(reported)
    .find((value) => value.startsWith('\n'))
    ?.slice(1);
}

interface OfferedObjects {
  readonly typedText: string;
  readonly objects: readonly ListedObject[];
  /** What had been typed when the service answered with them. */
  readonly answeredText: string;
  readonly found?: Pick<FoundOptions, 'searchedNames'> | undefined;
}

/**
 * The options to offer while a typed text stands in the picker. The host hides every option whose
 * label and value do not contain the typed text, and cannot be told not to: so the value carries
 * that text on a line behind the id, since an id may hold spaces. While an answer is on its way, the
 * last one is narrowed by the service's own rule to what matches by its label or by a searched attribute that is
 * shown: Enter must pick nothing that only an unsearched attribute matches.
 * @see docs/platform-assumptions.md, 8
 */
export function offeredOptions(
  search: OfferedObjects,
  picks: readonly StoredObject[],
  formats: Formats,
): PickerOption[] {
  const { typedText, objects } = search;
  const picked = new Set(picks.map(({ objectId }) => objectKey(objectId)));
  const isOffered = stillMatches(search, formats);
  const rows = rowsOf(objects, formats);
  return objects
    .map((object, index) => ({ object, row: rows[index] ?? object.label }))
    .filter(({ object }) => !picked.has(objectKey(object.objectId)) && isOffered(object))
    .map(({ object, row }) => ({ label: row, value: offeredValue(object.objectId, typedText) }));
}

function stillMatches(
  { typedText, answeredText, found }: OfferedObjects,
  formats: Formats,
): (object: ListedObject) => boolean {
  if (answeredText === typedText) return () => true;
  const isMatch = typedMatch(typedText);
  const isSearched = new Set(found?.searchedNames);
  return ({ label, attributes }) => {
    const searched = attributes.filter(({ name }) => isSearched.has(name));
    return isMatch(
      label,
      searched.flatMap((attribute) => visibleTexts(attribute, formats)),
    );
  };
}

function offeredValue(objectId: string, typedText: string): string {
  return `${objectKey(objectId)}\n${typedText}`;
}

/** The option that shows a single pick: its value is that of the same object in the list, which is marked as chosen. */
export function singleOption([pick]: readonly PickerOption[], typedText: string) {
  return pick ? { ...pick, value: offeredValue(pick.value, typedText) } : null;
}

/** With what was picked on this screen before all else, the newest first, where nothing is typed. */
export function recentFirst<Search extends OfferedObjects>(
  search: Search,
  recent: readonly ListedObject[],
): Search {
  if (search.typedText !== '') return search;
  return { ...search, objects: withoutRepeats([...recent, ...search.objects]) };
}

/**
 * The options that show picks in the picker. Options with the same label differ by their values alone: a
 * picker cuts what is long, and the names of the attributes stand below it. The symbol stands where it has room.
 * @param areTags the host cuts the text of a tag
 */
export function pickOptions(
  picks: readonly PickedObject[],
  formats: Formats,
  areTags: boolean,
): PickerOption[] {
  const labels = picks.map(({ label }) => storedLabel(label));
  const differences = new Map(
    [...new Set(labels)].flatMap((label) => {
      const twins = picks.filter((_, index) => labels[index] === label);
      return twins.length > 1 ? differencesOf(twins, formats) : [];
    }),
  );
  return picks.map((pick, index) => {
    const text = tagText(labels[index] ?? '', differences.get(pick) ?? '');
    const whole = withSymbol({ symbol: pick.symbol, label: text });
    const hasRoom = !areTags || columnsOf(whole) <= maximumTagLength;
    return { label: hasRoom ? whole : text, value: pick.objectId };
  });
}

/** In columns. The host draws no more of a tag than 180 pixels. */
const maximumTagLength = 20;

/**
 * All of a label, since screen readers read out all of a tag. What differs comes first if the host would cut it off
 * behind the label.
 */
function tagText(label: string, difference: string): string {
  if (difference === '') return label;
  const text = `${isolated(label)} · ${difference}`;
  return columnsOf(text) <= maximumTagLength ? text : `${difference} · ${isolated(label)}`;
}

/** The ids of what the Select reports as chosen. That of a pick is all of its value. */
export function selectedIds(reported: unknown, picks: readonly StoredObject[]): string[] {
  const picked = new Set(picks.map(({ objectId }) => objectId));
  return chosenValues(reported).map((value) =>
    picked.has(value) ? value : value.slice(0, value.lastIndexOf('\n')),
  );
}

const option = z.object({ value: z.string() });
const report = z.union([z.array(option), z.nullable(option)]);

/**
 * The values of what the host's Select reports as chosen: one option, a list of them, or null.
 * Empty for null, and for anything else that the host may report.
 */
export function chosenValues(reported: unknown): string[] {
  const chosen = report.safeParse(reported).data ?? [];
  return (Array.isArray(chosen) ? chosen : [chosen]).map(({ value }) => value);
}

/** In columns: as much of a text as one reads to recognize it. */
const shownColumns = 40;

const connectToSearch = 'Connect your Workspace Data Service account to search.';

export const pickerTexts = {
  placeholder: 'Type to search',
  loading: 'Loading…',
  connectToSearch: (typedText = '') =>
    typedText === '' ? connectToSearch : `${connectToSearch} What you typed is kept.`,
  nothingFound: (typedText: string) =>
    typedText === ''
      ? 'There’s nothing to choose, or nothing you have access to. If you expected something, ask an admin.'
      : `Nothing matches “${cutInMiddle(typedText, shownColumns)}”. Try fewer or different words.`,
  allPicked: 'You’ve picked everything that matches. Remove an object to see it here again.',
  openList: (count: number, shown: string) =>
    count === 1
      ? '1 object matches. Open the list to choose it.'
      : `${shown} objects match. Open the list to choose.`,
  firstShown: (count: string, total: string) =>
    `Showing ${count} of ${total}. Type to narrow the results.`,
  firstPicked: (count: string, total: string) =>
    `You’ve picked all of the first ${count} of ${total}. Type to find others.`,
};
