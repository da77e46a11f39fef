import {
  Box,
  Button,
  HelperMessage,
  Inline,
  ProgressBar,
  SectionMessage,
  Spinner,
  Stack,
  Text,
  LoadingButton,
  RadioGroup,
} from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { TroubleNotice } from '../screen/loaded';
import { useSubmit } from '../field-screen/use-field-draft';
import { bulkTexts as texts, workItems, type ValueChange, type OperationTexts } from './bulk-texts';
import {
  reasonUnder,
  type BulkItem,
  type BulkOperation,
  type LeftOutReason,
  type SavedPart,
} from './bulk-edit-contract';
import type { useBulkItems, SavePart, useBulkSave } from './use-bulk-edit';

export interface BulkChange {
  readonly isFurther: boolean;
  readonly onAgain: () => void;
}

/** One change after the other: each begins with nothing chosen, and reads the work items anew. */
export function OneByOne({ children }: { children: (change: BulkChange) => ReactNode }) {
  const [done, setDone] = useState(0);
  return (
    <Fragment key={done}>
      {children({ isFurther: done > 0, onAgain: () => setDone(done + 1) })}
    </Fragment>
  );
}

interface BulkPanelProps {
  readonly count: number;
  readonly loaded: ReturnType<typeof useBulkItems>;
  readonly saving: ReturnType<typeof useBulkSave>;
  readonly change: ValueChange;
  /** Undefined while there is nothing to save. */
  readonly savePart: SavePart | undefined;
  /** What to choose before; undefined where nothing is left to choose. */
  readonly toChoose: string | undefined;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

/** What the chosen work items hold and what is done to them; in the end what became of each. */
export function BulkPanel(props: BulkPanelProps) {
  const { saving, onAgain } = props;
  const { isRunning, trouble, result } = saving;
  const outcome = isRunning || trouble ? undefined : result;
  useRefusedForm(outcome ? savedText(outcome) : texts.notByJira);
  return (
    <CustomFieldEdit onSubmit={ignore} disableSubmitOnBlur hideActionButtons>
      <Stack space="space.100">
        {!outcome && <ChangeForm {...props} />}
        {/* Rendered from the start, so that screen readers announce what appears in it. */}
        <Box role="status">
          {outcome ? <Outcome {...props} result={outcome} /> : <SaveState {...props} />}
        </Box>
        {outcome && (
          <Inline>
            <Button autoFocus onClick={onAgain}>
              {texts.again}
            </Button>
          </Inline>
        )}
      </Stack>
    </CustomFieldEdit>
  );
}

function savedText({ leftOut }: SavedPart): string {
  return leftOut.length === 0 ? texts.savedHere : texts.savedInPart;
}

/**
 * The host would store one value on all work items. What it gets instead is no value: the schema and
 * the validation of manifest.yml refuse it on each of them, with a text that says where to save.
 * @see docs/platform-assumptions.md, 70
 */
function useRefusedForm(unfinished: string) {
  const { submit } = useSubmit();
  useEffect(() => {
    void submit({ unfinished });
  }, [submit, unfinished]);
}

function ChangeForm(props: BulkPanelProps) {
  const { count, loaded, saving, change, savePart, toChoose, children } = props;
  const { trouble, isLoading, reload } = loaded;
  const items = loaded.items.map((item) => underChange(item, change));
  const open = items.filter(({ reason }) => reason === undefined);
  const isClearing = change.operation === 'clear';
  const overwritten = open.filter(({ isUnreadable }) => isUnreadable);
  return (
    <>
      <SectionMessage>
        <Text>{texts.about}</Text>
      </SectionMessage>
      {isLoading && <Spinner size="small" label={texts.loading(items.length, count)} />}
      <TroubleNotice trouble={trouble} connectReason={texts.connect} reload={reload} />
      {open.length > 0 && !saving.result && <Text>{heldBy(open)}</Text>}
      {!isLoading && !trouble && open.length === 0 && <Text>{texts.nothing}</Text>}
      {!saving.result && <LeftOut items={items} tense="before" />}
      {children}
      {overwritten.length > 0 && !saving.result && (
        <SectionMessage appearance="warning">
          <Text>{texts.unreadable(named(overwritten), isClearing)}</Text>
        </SectionMessage>
      )}
      <SaveButtons
        key={change.operation}
        count={open.length}
        isClearing={isClearing}
        isDisabled={!savePart || isLoading || open.length === 0}
        isRunning={saving.isRunning}
        onSave={() => savePart && void saving.run(savePart)}
      />
      {toChoose !== undefined && <HelperMessage>{texts.choose(toChoose)}</HelperMessage>}
      <HelperMessage>{texts.besideJira}</HelperMessage>
    </>
  );
}

const ignore = () => undefined;

/** What can't be read is overwritten or left out: nothing can be added to it or removed from it. */
function underChange(item: BulkItem, { operation, findReason }: ValueChange): BulkItem {
  return { ...item, reason: reasonUnder(operation, item.reason) ?? findReason?.(item) };
}

function heldBy(items: readonly BulkItem[]): string {
  const values = new Set(items.map(({ valueKey }) => valueKey));
  if (values.size > 1) return texts.mixed(values.size);
  if (items[0]?.isUnreadable) return texts.allUnreadable;
  const labels = items[0]?.objects.map(({ label }) => label) ?? [];
  return labels.length === 0 ? texts.allEmpty : texts.allSame(labels.join(', '));
}

const namedKeys = 10;

interface KeyedItem {
  readonly key?: string | undefined;
  readonly reason?: LeftOutReason | undefined;
}

/** How many they are, and the keys of the first, as far as the person may see them. */
function named(items: readonly KeyedItem[]): string {
  const keys = keysOf(items);
  return workItems(items.length) + (keys === '' ? '' : ` (${keys})`);
}

function keysOf(items: readonly KeyedItem[]): string {
  const keys = items.flatMap(({ key }) => key ?? []).slice(0, namedKeys);
  return [...keys, ...(items.length > namedKeys ? ['…'] : [])].join(', ');
}

interface LeftOutProps {
  readonly items: readonly KeyedItem[];
  /** Whether this is said before saving or after it. */
  readonly tense: 'before' | 'after';
}

function LeftOut({ items, tense }: LeftOutProps) {
  const reasons = [...new Set(items.flatMap(({ reason }) => reason ?? []))];
  return (
    <>
      {reasons.map((reason) => {
        const left = items.filter((item) => item.reason === reason);
        return (
          <Text key={reason}>
            {texts.leftOut[tense](workItems(left.length), keysOf(left), texts.reasons[reason])}
          </Text>
        );
      })}
      {reasons.includes('otherSource') && <HelperMessage>{texts.first}</HelperMessage>}
    </>
  );
}

/** What was saved so far, while saving runs and where it stopped. */
function SaveState({ count, saving, savePart }: BulkPanelProps) {
  const { isRunning, done, trouble, result } = saving;
  return (
    <>
      {isRunning && (
        <>
          <ProgressBar ariaLabel={texts.progress} value={done / count} />
          <Text>{texts.saving(done, count)}</Text>
        </>
      )}
      {trouble && (
        <>
          <Text>{texts.stopped(done, count)}</Text>
          <TroubleNotice
            trouble={trouble}
            connectReason={texts.connect}
            reload={() => savePart && void saving.run(savePart)}
          />
        </>
      )}
      {result && <LeftOut items={result.leftOut} tense="after" />}
    </>
  );
}

interface OutcomeProps extends Pick<BulkPanelProps, 'count' | 'change'> {
  readonly result: SavedPart;
}

/** The end: how many were changed, how many had no need, and which were left out and why. */
function Outcome({ count, change, result }: OutcomeProps) {
  const { savedCount, unchangedCount, leftOut } = result;
  const isWhole = leftOut.length === 0;
  return (
    <SectionMessage
      appearance={!isWhole ? 'warning' : savedCount > 0 ? 'success' : 'information'}
      title={
        savedCount > 0
          ? texts.saved(savedCount, count, change)
          : unchangedCount < count
            ? texts.nothingSaved
            : texts.nothingToChange
      }
    >
      {unchangedCount > 0 && <Text>{texts.unchanged(unchangedCount, change, savedCount > 0)}</Text>}
      <LeftOut items={leftOut} tense="after" />
      <Text>{savedCount > 0 ? texts.done : texts.doneInVain}</Text>
    </SectionMessage>
  );
}

interface SaveButtonsProps {
  readonly count: number;
  readonly isClearing: boolean;
  readonly isDisabled: boolean;
  readonly isRunning: boolean;
  readonly onSave: () => void;
}

/** Saves at once, except that it asks before it empties the field. */
function SaveButtons({ count, isClearing, isRunning, ...props }: SaveButtonsProps) {
  const { isDisabled, onSave } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {isAsking && <Text>{texts.clearing(count)}</Text>}
      <Inline space="space.100" shouldWrap>
        {isAsking && (
          <Button
            appearance="subtle"
            autoFocus
            isDisabled={isRunning}
            onClick={() => setIsAsking(false)}
          >
            {texts.keep}
          </Button>
        )}
        <LoadingButton
          appearance={isAsking ? 'danger' : 'primary'}
          isDisabled={isDisabled}
          isLoading={isRunning}
          onClick={isClearing && !isAsking ? () => setIsAsking(true) : onSave}
        >
          {isClearing ? texts.clear(count) : texts.save(count)}
        </LoadingButton>
      </Inline>
    </>
  );
}

interface OperationChoiceProps<Operation extends BulkOperation> {
  readonly operations: readonly Operation[];
  readonly operationTexts: Record<Operation, OperationTexts>;
  readonly chosen: Operation;
  readonly isDisabled: boolean;
  readonly onChoose: (operation: Operation) => void;
}

export function OperationChoice<Operation extends BulkOperation>(
  props: OperationChoiceProps<Operation>,
) {
  const { operations, operationTexts, chosen, isDisabled, onChoose } = props;
  return (
    <RadioGroup
      name={texts.operation}
      options={operations.map((value) => ({ value, label: operationTexts[value].choice }))}
      value={chosen}
      isDisabled={isDisabled}
      onChange={({ target }) => {
        operations.filter((one) => one === target.value).forEach(onChoose);
      }}
    />
  );
}
