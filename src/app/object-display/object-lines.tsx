import {
  Box,
  Image,
  Inline,
  Link,
  Lozenge,
  ModalTransition,
  Stack,
  Text,
  Icon,
  Pressable,
  Tooltip,
  xcss,
} from '@forge/react';
import { useState, Fragment } from 'react';
import { useFormats } from '../object-display/use-formats';
import type { ShownObject, ShownAttribute } from '../objects/objects-contract';
import { storedLabel, type StoredObject, isObjectId, objectKey } from '../objects/stored-value';
import { TroubleText } from '../screen/loaded';
import { FirstFew, labelLines } from './first-few';
import { isolated, type Formats } from './formats';
import { Initials } from './initials';
import { SubtleText } from '../screen/subtle-text';
import { allDetailsOf, ObjectDetails } from './object-details';
import { isOld, useFreshPictures } from './use-fresh-pictures';
import {
  countsOf,
  differencesOf,
  type FilePicture,
  presentValue,
  splitStatus,
  shortPart,
  tellTwinsApart,
  withSymbol,
} from './present-value';

const texts = {
  gone: 'Deleted, or you don’t have access',
  savedAs: (label: string) => `Saved as “${label}”`,
};

interface ObjectLinesProps {
  readonly stored: readonly StoredObject[];
  /** What the person may see now of the stored objects; undefined while that is unknown. */
  readonly current: readonly ShownObject[] | undefined;
  readonly isLoading: boolean;
  /** When the service said so, in milliseconds since the epoch. */
  readonly takenAt: number | undefined;
  /** Stands before each label, such as the path to it. */
  readonly prefix?: string | undefined;
  /** Asks anew what the objects are. */
  readonly reload: () => void;
}

/** Stored objects as they are now, the first few of many, each with a dialog that shows all of it. */
export function ObjectLines({ stored, current, ...props }: ObjectLinesProps) {
  const { isLoading, takenAt, prefix, reload } = props;
  const formats = useFormats();
  const [opened, setOpened] = useState<StoredObject>();
  const renewPictures = () => {
    if (current?.some(hasPicture) && takenAt !== undefined && isOld(takenAt)) reload();
  };
  const told = tellTwinsApart(current ?? [], formats);
  const byKey = new Map(told.map((object) => [objectKey(object.objectId), object]));
  const differences = findDifferences(
    stored.map((object) => byKey.get(objectKey(object.objectId)) ?? { ...object, attributes: [] }),
    formats,
  );
  return (
    <>
      <FirstFew items={stored} keyOf={({ objectId }) => objectId} onShowAll={renewPictures}>
        {(object) => {
          const shown = byKey.get(objectKey(object.objectId));
          const isGone = current !== undefined && !shown;
          const canOpen = !isGone && isObjectId(object.objectId);
          return (
            <ObjectLine
              {...(shown ?? { label: object.label, attributes: [] })}
              prefix={prefix}
              difference={differences.get(objectKey(object.objectId))}
              picturesTakenAt={takenAt}
              isLoading={isLoading && !shown}
              onOpen={canOpen ? () => setOpened(shown ?? object) : undefined}
              note={isGone ? texts.gone : shown && savedAsOf(object, shown)}
            />
          );
        }}
      </FirstFew>
      <ModalTransition>
        {opened && <ObjectDetails object={opened} onClose={() => setOpened(undefined)} />}
      </ModalTransition>
    </>
  );
}

function hasPicture({ attributes: [first] }: ShownObject): boolean {
  return first?.values[0]?.details?.thumbnailUrl !== undefined;
}

/** What tells objects of the same label apart, by their keys; nothing of one that lacks it. */
function findDifferences(
  objects: readonly ShownObject[],
  formats: Formats,
): ReadonlyMap<string, string> {
  const counts = countsOf(objects.map(({ label }) => label));
  const twins = (label: string) => objects.filter((object) => object.label === label);
  const repeated = [...counts].flatMap(([label, count]) => (count > 1 ? [label] : []));
  const told = repeated.flatMap((label) => differencesOf(twins(label), formats));
  const shown = told.filter(([, text]) => text !== '');
  return new Map(shown.map(([{ objectId }, text]) => [objectKey(objectId), text]));
}

/** Undefined where the object still has the label under which it is saved. */
function savedAsOf(stored: StoredObject, { label }: ShownObject): string | undefined {
  return storedLabel(label) === stored.label ? undefined : texts.savedAs(isolated(stored.label));
}

interface ObjectLineProps {
  readonly symbol?: string | undefined;
  readonly label: string;
  readonly url?: string | undefined;
  readonly attributes: readonly ShownAttribute[];
  readonly prefix?: string | undefined;
  /** What tells it from others of the same label: only a screen reader says it here. */
  readonly difference?: string | undefined;
  readonly isLoading?: boolean;
  /** When the service was asked for their addresses; without it none are drawn. */
  readonly picturesTakenAt?: number | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** What is wrong with it. */
  readonly note?: string | undefined;
}

/** One object in two lines: its label with its state, and below what else tells it apart. */
export function ObjectLine({ label, url, attributes, ...props }: ObjectLineProps) {
  const formats = useFormats();
  const {
    symbol,
    prefix = '',
    difference,
    isLoading = false,
    picturesTakenAt,
    onOpen,
    note,
  } = props;
  const areFresh = useFreshPictures(picturesTakenAt);
  const picture = areFresh ? findPicture(attributes, formats) : undefined;
  const { status, others } = splitStatus(attributes, formats);
  const before = prefix + (picture ? '' : withSymbol({ symbol, label: '' }));
  const lines = (
    <Stack>
      <Inline space="space.050" spread="space-between" alignBlock="start">
        <Inline space="space.100" alignBlock="start">
          <Text maxLines={labelLines}>
            {url === undefined ? (
              before + label
            ) : (
              <>
                {before}
                <Link href={url} openNewTab>
                  {label}
                  {difference !== undefined && <Unseen>{` · ${difference}`}</Unseen>}
                </Link>
              </>
            )}
          </Text>
          {status && (
            <Box xcss={unsqueezed}>
              <Lozenge appearance={status.lozenge ?? 'default'} maxWidth="120px">
                {status.text}
              </Lozenge>
            </Box>
          )}
        </Inline>
        {onOpen && <DetailsButton {...{ label, difference }} onClick={onOpen} />}
      </Inline>
      {isLoading ? <Box xcss={skeleton} /> : <AttributeLine attributes={others} />}
      {note !== undefined && <TroubleText>{note}</TroubleText>}
    </Stack>
  );
  if (!picture) return lines;
  return (
    <Inline space="space.100">
      <Box xcss={unsqueezed}>
        <Image src={picture.address} alt={picture.fileName} width="40px" height="40px" />
      </Box>
      <Box xcss={rest}>{lines}</Box>
    </Inline>
  );
}

const rest = xcss({ flexGrow: 1, minWidth: '0px' });

/**
 * The picture that stands beside an object: of its first attribute, whose files are named below all the same. A
 * screen isn't told of a picture that can't be loaded.
 */
function findPicture(
  [first]: readonly ShownAttribute[],
  formats: Formats,
): FilePicture | undefined {
  const value = first?.values[0];
  return first && value && presentValue(value, first, formats).picture;
}

/** Stands where the second line will, and is as high, so that nothing moves when it comes. */
const skeleton = xcss({
  width: '60%',
  height: '16px',
  marginBlockEnd: 'space.050',
  borderRadius: 'radius.small',
  backgroundColor: 'color.skeleton',
});

/** Text for a screen reader alone: UI Kit has no other way to name a link. @see docs/platform-assumptions.md, 83 */
function Unseen({ children }: { readonly children: string }) {
  return <Box xcss={unseen}>{children}</Box>;
}

const unseen = xcss({
  display: 'inline-block',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
});

/** A long label leaves the state and the picture their room. */
const unsqueezed = xcss({ minWidth: 'max-content' });

const look = xcss({
  width: '24px',
  height: '24px',
  minWidth: '24px',
  padding: 'space.0',
  borderRadius: 'radius.medium',
  backgroundColor: 'color.background.neutral.subtle',
  ':hover': { backgroundColor: 'color.background.neutral.subtle.hovered' },
  ':active': { backgroundColor: 'color.background.neutral.subtle.pressed' },
});

interface DetailsButtonProps extends Pick<ObjectLineProps, 'label' | 'difference'> {
  readonly onClick: () => void;
}

function DetailsButton({ label, difference, onClick }: DetailsButtonProps) {
  const name = allDetailsOf(
    difference === undefined ? label : `${isolated(label)} · ${difference}`,
  );
  return (
    <Tooltip content={name}>
      <Pressable xcss={look} onClick={onClick}>
        <Icon glyph="information-circle" label={name} color="color.icon.subtle" />
      </Pressable>
    </Tooltip>
  );
}

/** What tells an object apart, in one subtle line that ends where there is no more room. */
function AttributeLine({ attributes }: { attributes: readonly ShownAttribute[] }) {
  const formats = useFormats();
  const parts = attributes.flatMap((attribute) => shortPart(attribute, formats) ?? []);
  if (parts.length === 0) return null;
  return (
    <Box xcss={lineBox}>
      <Inline space="space.050" alignBlock="center">
        {parts.map(({ text, people }, index) => (
          <Fragment key={index}>
            {people.map((name, place) => (
              <Initials key={place} name={name} />
            ))}
            <SubtleText maxLines={1}>
              {text}
              {index < parts.length - 1 && ' ·'}
            </SubtleText>
          </Fragment>
        ))}
      </Inline>
    </Box>
  );
}

/** As high as initials are, also where the line has none. */
const lineBox = xcss({ height: '20px', overflow: 'hidden' });
