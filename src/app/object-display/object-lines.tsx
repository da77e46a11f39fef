import { Inline, Link, ModalTransition, Stack, Text } from '@forge/react';
import { useState, type ReactNode } from 'react';
import { objectKey } from '../objects/object-id';
import type { ShownObject } from '../objects/objects-contract';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { AttributeLine } from './attribute-line';
import { DetailsButton } from './details-button';
import { viewTexts as texts } from './display-texts';
import { FirstFew } from './first-few';
import type { Formats } from './formats';
import { isolated } from './isolated';
import { labelLines } from './label-lines';
import { ObjectDetails } from './object-details';

interface ObjectLinesProps {
  readonly stored: readonly StoredObject[];
  /** What the person may see now of the stored objects; undefined while that is unknown. */
  readonly current: readonly ShownObject[] | undefined;
  readonly formats: Formats;
  /** Stands before each label, such as the path to it. */
  readonly prefix?: ReactNode;
}

/** Stored objects as they are now, the first few of many, each with a dialog that shows all of it. */
export function ObjectLines({ stored, current, formats, prefix }: ObjectLinesProps) {
  const [opened, setOpened] = useState<ShownObject>();
  const byKey = new Map(current?.map((object) => [objectKey(object.objectId), object]));
  return (
    <>
      <FirstFew items={stored} keyOf={({ objectId }) => objectId}>
        {(object) => {
          const shown = byKey.get(objectKey(object.objectId));
          if (!shown) return <StoredLine stored={object} prefix={prefix} isGone={!!current} />;
          const line = { stored: object, shown, formats, prefix };
          return <LiveLine {...line} onOpen={() => setOpened(shown)} />;
        }}
      </FirstFew>
      <ModalTransition>
        {opened && (
          <ObjectDetails object={opened} formats={formats} onClose={() => setOpened(undefined)} />
        )}
      </ModalTransition>
    </>
  );
}

interface StoredLineProps {
  readonly stored: StoredObject;
  readonly prefix: ReactNode;
  readonly isGone: boolean;
}

function StoredLine({ stored, prefix, isGone }: StoredLineProps) {
  return (
    <Stack space="space.025">
      <Text maxLines={labelLines}>
        {prefix}
        {stored.label}
      </Text>
      {isGone && (
        <Text size="small" color="color.text.subtle">
          {texts.gone}
        </Text>
      )}
    </Stack>
  );
}

interface LiveLineProps {
  readonly stored: StoredObject;
  readonly shown: ShownObject;
  readonly formats: Formats;
  readonly prefix: ReactNode;
  readonly onOpen: () => void;
}

function LiveLine({ stored, shown, formats, prefix, onOpen }: LiveLineProps) {
  const { url, label, attributes } = shown;
  return (
    <Stack space="space.025">
      {/* The button stands in one place, however long the label is. */}
      <Inline space="space.050" spread="space-between">
        <Text maxLines={labelLines}>
          {prefix}
          {url === undefined ? (
            label
          ) : (
            <Link href={url} openNewTab>
              {label}
            </Link>
          )}
        </Text>
        <DetailsButton label={label} onClick={onOpen} />
      </Inline>
      <AttributeLine attributes={attributes} formats={formats} />
      {storedLabel(label) !== stored.label && (
        <Text size="small" color="color.text.subtle" maxLines={1}>
          {texts.savedAs(isolated(stored.label))}
        </Text>
      )}
    </Stack>
  );
}
