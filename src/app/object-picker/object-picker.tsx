import { Box, Select, Stack, Text } from '@forge/react';
import { useState } from 'react';
import { useFormats } from '../object-display/use-formats';
import { TroubleNotice } from '../screen/loaded';
import type { Formats } from '../object-display/formats';
import { StaleNotes } from '../object-display/stale-notes';
import {
  countsOf,
  detailsOf,
  tellTwinsApart,
  withSymbol,
  type ListedObject,
} from '../object-display/present-value';
import { isSameObject, objectKey } from '../objects/stored-value';
import { maximumTypedLength } from '../objects/objects-contract';
import { FirstFew, ShowAllButton, labelLines } from '../object-display/first-few';
import {
  isRenamed,
  loadingOption,
  pickedFromList,
  type PickedObject,
  offeredOptions,
  pickOptions,
  recentFirst,
  selectedIds,
  singleOption,
  type PickerOption,
  pickerTexts as texts,
  typedWhileLoading,
  unseenOption,
} from './picks';
import { SubtleText } from '../screen/subtle-text';
import type { ObjectSearch } from './use-object-search';

interface ObjectPickerProps {
  /** Unique on the screen; a label names the picker by it. */
  readonly inputId: string;
  readonly search: ObjectSearch;
  readonly picks: readonly PickedObject[];
  readonly isMultiple: boolean;
  /** Said in place of all else while there can't be anything to pick yet. */
  readonly waitText?: string | undefined;
  readonly hasAutoFocus?: boolean;
  readonly isDisabled?: boolean;
  /** Something has to be picked here before the form can be sent. */
  readonly isRequired?: boolean;
  /** False for someone who has to connect their account first, and reads so before they search. */
  readonly isConnected?: boolean;
  readonly onChange: (picks: readonly PickedObject[]) => void;
}

export function ObjectPicker(props: ObjectPickerProps) {
  const formats = useFormats();
  const { inputId, picks, isMultiple, waitText, onChange } = props;
  const search = withConnection(props.search, props.isConnected ?? true);
  const findPick = usePickById(search.objects, picks, formats);
  const held = useHeldText(search);
  const [hasFocus, setHasFocus] = useState(false);
  const isMulti = isMultiple || picks.length > 1;
  const { shown, withHidden, isWhole, toggle } = useShownPicks(picks);
  // One that takes another's place is offered too: else a search for it would find nothing.
  const { recent, remember } = useRecentPicks(picks);
  const options = offeredOptions(recentFirst(search, recent), isMulti ? picks : [], formats);
  const chosen = pickOptions(shown, formats, isMulti);
  // Open, it would cover the trouble, which is said right below the picker.
  const isShut = !search.isLoading && (options.length === 0 || search.trouble !== undefined);
  const place = { hasFocus, isHeld: held.isHeld, formats };
  const choose = (next: readonly PickedObject[]) => {
    remember(next);
    onChange(withHidden(next));
  };
  const hint = (hasFocus && waitText) || hintOf(search, options.length, place);
  return (
    <Stack space="space.050">
      <Stack>
        <Select
          inputId={inputId}
          testId={inputId}
          isMulti={isMulti}
          isClearable
          autoFocus={props.hasAutoFocus ?? false}
          isDisabled={props.isDisabled ?? false}
          isRequired={props.isRequired ?? false}
          placeholder={waitText ?? texts.placeholder}
          isLoading={search.isLoading}
          options={isShut ? [unseenOption] : listOf(search, options, formats)}
          value={isMulti ? chosen : singleOption(chosen, search.typedText)}
          inputValue={held.inputValue}
          {...(isShut && { menuIsOpen: false })}
          onFocus={() => {
            setHasFocus(true);
            search.open();
          }}
          onBlur={() => setHasFocus(false)}
          onInputChange={(text, { action }) => held.onInputChange(text, action)}
          onChange={(reported) => {
            const typed = typedWhileLoading(reported);
            if (typed === undefined) choose(selectedIds(reported, picks).flatMap(findPick));
            else held.hold(typed);
          }}
        />
        <Hint text={hint} />
      </Stack>
      <TroubleNotice {...search} connectReason={texts.connectToSearch(search.typedText)} />
      {toggle && <ShowAllButton isWhole={isWhole} count={picks.length} onToggle={toggle} />}
      <StaleNotes objects={picks.filter((pick) => pick.isGone || isRenamed(pick))} />
    </Stack>
  );
}

/** Until the first answer says more. */
function withConnection(search: ObjectSearch, isConnected: boolean): ObjectSearch {
  if (isConnected || search.found || search.trouble) return search;
  return { ...search, trouble: { kind: 'consent' } };
}

/** What the list shows: the options, with what there is to say about them where it covers all else. */
function listOf(search: ObjectSearch, options: readonly PickerOption[], formats: Formats) {
  const { objects, found } = search;
  if (search.isLoading) return [...options, loadingOption(search.typedText)];
  if (!isAnswered(search) || options.length === 0) return options;
  if (!found || found.total <= objects.length) return options;
  const [count, total] = countTexts(objects.length, found.total, formats);
  const label = texts.firstShown(count, total);
  return [{ label, options }];
}

/** Rendered from the start, so that screen readers announce what appears in it. */
function Hint({ text }: { readonly text: string | undefined }) {
  return (
    <Box role="status" paddingBlockStart={text === undefined ? 'space.0' : 'space.050'}>
      {text !== undefined && <SubtleText>{text}</SubtleText>}
    </Box>
  );
}

interface HintPlace {
  readonly hasFocus: boolean;
  /** The list is closed, and the typed text still stands in the picker. */
  readonly isHeld: boolean;
  readonly formats: Formats;
}

/** What there is to say of an answer that no open list shows. */
function hintOf(search: ObjectSearch, offeredCount: number, place: HintPlace) {
  const { hasFocus, isHeld, formats } = place;
  if (!isAnswered(search) || !(hasFocus || isHeld)) return undefined;
  if (offeredCount === 0) return nothingOfferedText(search, formats);
  return isHeld ? openListText(search, offeredCount, formats) : undefined;
}

function nothingOfferedText(search: ObjectSearch, formats: Formats) {
  const { objects, found, typedText, offersNothing } = search;
  // Other words don't help if there are no objects at all.
  if (objects.length === 0) return texts.nothingFound(offersNothing ? '' : typedText);
  if (!found || found.total <= objects.length) return texts.allPicked;
  return texts.firstPicked(...countTexts(objects.length, found.total, formats));
}

function countTexts(count: number, total: number, { number }: Formats) {
  return [number(count), number(total)] as const;
}

function openListText({ objects, found }: ObjectSearch, offeredCount: number, formats: Formats) {
  const hasMore = found !== undefined && found.total > objects.length;
  const count = hasMore ? found.total : offeredCount;
  return texts.openList(count, formats.number(count));
}

function isAnswered({ trouble, typedText, answeredText, found, isLoading }: ObjectSearch): boolean {
  return found !== undefined && !isLoading && !trouble && answeredText === typedText;
}

/** Finds a pick by id among what is picked and all that was offered so far, as it was offered. */
function usePickById(
  offered: readonly ListedObject[],
  picks: readonly PickedObject[],
  formats: Formats,
) {
  const [known, setKnown] = useState<ReadonlyMap<string, ListedObject>>(new Map());
  const [lastOffered, setLastOffered] = useState<readonly ListedObject[]>();
  if (lastOffered !== offered) {
    setLastOffered(offered);
    const told = tellTwinsApart(offered, formats);
    const more = told.map((object) => [objectKey(object.objectId), object] as const);
    setKnown(new Map([...known, ...more]));
  }
  return (objectId: string): PickedObject[] => {
    const pick = picks.find((candidate) => isSameObject(candidate.objectId, objectId));
    const object = known.get(objectKey(objectId));
    if (pick) return [pick];
    return object ? [pickedFromList(object, [...known.values()])] : [];
  };
}

function useRecentPicks(picks: readonly PickedObject[]) {
  const [recent, setRecent] = useState<readonly PickedObject[]>([]);
  const remember = (chosen: readonly PickedObject[]) =>
    setRecent([...chosen.filter((pick) => !picks.includes(pick)), ...recent]);
  return { recent, remember };
}

/**
 * The host empties its text field when the focus leaves it, for instance to connect an account in
 * another tab. While a search is in trouble the text is held. A text that is too long is cut, or the
 * host would read all of it out. At all other times the field is left alone, since the caret would
 * jump in one that we fill.
 */
function useHeldText(search: ObjectSearch) {
  const [isHeld, setIsHeld] = useState(false);
  const [isCut, setIsCut] = useState(false);
  return {
    isHeld,
    hold(text: string) {
      if (text === '') return;
      search.type(text);
      setIsHeld(true);
    },
    inputValue: isHeld || isCut ? search.typedText : undefined,
    onInputChange(text: string, action: string) {
      setIsCut(action === 'input-change' && text.length > maximumTypedLength);
      if (action === 'input-change') {
        setIsHeld(false);
        search.type(text.slice(0, maximumTypedLength));
      } else if (action === 'set-value' || !search.trouble) {
        setIsHeld(false);
        if (search.typedText !== '') search.clear();
      } else if (search.typedText !== '') {
        setIsHeld(true);
      }
    },
  };
}

interface PickDetailsProps {
  readonly picks: readonly PickedObject[];
  /** Without the picker, each pick is shown by its label here. */
  readonly areInPicker: boolean;
}

/** Pickers cut longer labels. */
const maximumPickerLabelLength = 30;

/** What a picker can't show of its picks: all of a long label, and what tells those with one label apart. */
export function PickDetails({ picks, areInPicker }: PickDetailsProps) {
  const formats = useFormats();
  const counts = countsOf(picks.map(({ label }) => label));
  const isWhole = ({ label, hadTwin }: PickedObject) =>
    !hadTwin && counts.get(label) === 1 && label.length <= maximumPickerLabelLength;
  const shown = areInPicker ? picks.filter((pick) => !isWhole(pick)) : picks;
  if (shown.length === 0) return null;
  return (
    <FirstFew items={shown} keyOf={({ objectId }) => objectId}>
      {(pick) => (
        <Stack space="space.025">
          <Text size="small" weight="medium" maxLines={labelLines}>
            {withSymbol(pick)}
          </Text>
          {detailsOf(pick, formats).length > 0 && (
            <SubtleText>{detailsOf(pick, formats).join(' · ')}</SubtleText>
          )}
        </Stack>
      )}
    </FirstFew>
  );
}

/** Tags of more objects than this push everything else off the screen. */
const maximumTags = 20;
/** As many as one looks over at once. */
const firstTags = 10;

/** Of many picks the first ten, with what is added to them, until a person asks for all. */
function useShownPicks(picks: readonly PickedObject[]) {
  const [hiddenKeys] = useState(() =>
    keysOf(picks.length > maximumTags ? picks.slice(firstTags) : []),
  );
  const [isAskedFor, setIsAskedFor] = useState(false);
  const others = picks.filter(({ objectId }) => !hiddenKeys.has(objectKey(objectId)));
  const isWhole = isAskedFor || others.length === 0;
  const shown = isWhole ? picks : others;

  /** Puts what the picker reports of the shown ones together with those that are not shown. */
  function withHidden(reported: readonly PickedObject[]): readonly PickedObject[] {
    // One click clears the field; taken away one by one, the last shown one leaves the others.
    if (isWhole || (reported.length === 0 && shown.length > 1)) return reported;
    const reportedKeys = keysOf(reported);
    const left = picks.filter(({ objectId }) => {
      const key = objectKey(objectId);
      return hiddenKeys.has(key) || reportedKeys.has(key);
    });
    const leftKeys = keysOf(left);
    return [...left, ...reported.filter(({ objectId }) => !leftKeys.has(objectKey(objectId)))];
  }

  const hasHidden = others.length < picks.length && others.length > 0;
  const toggle = hasHidden ? () => setIsAskedFor(!isAskedFor) : undefined;
  return { shown, withHidden, isWhole, toggle };
}

function keysOf(picks: readonly PickedObject[]): ReadonlySet<string> {
  return new Set(picks.map(({ objectId }) => objectKey(objectId)));
}
