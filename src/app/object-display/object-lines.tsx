import {
  Inline,
  Link,
  ModalTransition,
  Stack,
  Text,
  Button,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  Icon,
  Pressable,
  Tooltip,
  xcss,
} from '@forge/react';
import { useState, type ReactNode, useCallback } from 'react';
import { objectKey } from '../objects/object-id';
import type { ShownObject, ShownAttribute } from '../objects/objects-contract';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import {
  findWorkItems,
  viewObject,
  type ObjectDetails as Details,
} from '../objects/object-details-contract';
import { AttributeLine, AttributeValues } from './attribute-values';
import { viewTexts as texts, labelLines, detailsTexts } from './display-texts';
import { FirstFew } from './first-few';
import { type Formats, isolated } from './formats';

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

interface ObjectDetailsProps {
  readonly object: StoredObject;
  readonly formats: Formats;
  readonly onClose: () => void;
}

/** A dialog with all that the person may see of an object, loaded as it opens. */
function ObjectDetails({ object, formats, onClose }: ObjectDetailsProps) {
  const { objectId } = object;
  const load = useCallback(() => callResolver(viewObject, { objectId }), [objectId]);
  const loaded = useReply(load);
  const details = loaded.value;
  return (
    <Modal onClose={onClose} width="medium" label={detailsTexts.details(object.label)}>
      <ModalHeader>
        <ModalTitle>{details?.label ?? object.label}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <Loaded
          {...loaded}
          loadingText={detailsTexts.loadingDetails}
          spinnerSize="medium"
          connectReason={detailsTexts.connectForDetails}
        >
          {(value) => <AllAttributes details={value} formats={formats} />}
        </Loaded>
      </ModalBody>
      <ModalFooter>
        <Inline grow="fill" spread="space-between" alignBlock="center" space="space.200">
          <Inline space="space.200" rowSpace="space.050" shouldWrap>
            {details?.url !== undefined && (
              <Text>
                <Link href={details.url} openNewTab>
                  {detailsTexts.openObject}
                </Link>
              </Text>
            )}
            <WorkItemsLink objectId={objectId} />
          </Inline>
          <Button appearance="primary" autoFocus onClick={onClose}>
            {detailsTexts.close}
          </Button>
        </Inline>
      </ModalFooter>
    </Modal>
  );
}

/** Nothing while Jira isn't asked yet, and where it doesn't say how its fields are searched. */
function WorkItemsLink({ objectId }: { readonly objectId: string }) {
  const load = useCallback(() => callResolver(findWorkItems, { objectId }), [objectId]);
  const address = useReply(load).value?.address;
  if (address === undefined) return null;
  return (
    <Text>
      <Link href={address} openNewTab>
        {detailsTexts.workItems}
      </Link>
    </Text>
  );
}

function AllAttributes({ details, formats }: { details: Details; formats: Formats }) {
  const { typeName, attributes } = details;
  return (
    <Stack space="space.200">
      {typeName !== undefined && <Text color="color.text.subtle">{typeName}</Text>}
      {attributes.map((attribute) => (
        <NamedValues key={attribute.attributeId} attribute={attribute} formats={formats} />
      ))}
      {attributes.length === 0 && <Text>{detailsTexts.noDetails}</Text>}
    </Stack>
  );
}

function NamedValues({ attribute, formats }: { attribute: ShownAttribute; formats: Formats }) {
  return (
    <Stack space="space.025">
      <Text size="small" weight="medium" color="color.text.subtle">
        {attribute.name}
      </Text>
      <AttributeValues attribute={attribute} formats={formats} />
    </Stack>
  );
}

const look = xcss({
  padding: 'space.0',
  borderRadius: 'radius.small',
  backgroundColor: 'color.background.neutral.subtle',
  ':hover': { backgroundColor: 'color.background.neutral.subtle.hovered' },
  ':active': { backgroundColor: 'color.background.neutral.subtle.pressed' },
});

interface DetailsButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button beside an object's label. */
function DetailsButton({ label, onClick }: DetailsButtonProps) {
  const name = detailsTexts.details(label);
  return (
    <Tooltip content={name}>
      <Pressable xcss={look} onClick={onClick}>
        <Icon glyph="information-circle" label={name} size="small" color="color.icon.subtle" />
      </Pressable>
    </Tooltip>
  );
}
