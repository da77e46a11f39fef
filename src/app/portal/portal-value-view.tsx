import { Spinner, Stack, Text } from '@forge/react';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { AttributeLine } from '../object-display/attribute-values';
import { labelLines, viewTexts } from '../object-display/display-texts';
import { FirstFew } from '../object-display/first-few';
import { objectKey } from '../objects/object-id';
import type { StoredObject } from '../objects/stored-value';
import type { Reply } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import { useReply } from '../screen/use-reply';
import { type PortalDetails, readPortalNote, shownAttributes } from './portal-contract';

interface PortalValueViewProps {
  readonly screen: FieldScreen;
  readonly stored: readonly StoredObject[];
  /** Stands before each label. */
  readonly prefix?: string;
  /** Asks for what the portal shows beside the labels; the same function for the same value. */
  readonly load: () => Promise<Reply<PortalDetails>>;
}

/** A field on a request as its customer sees it: the stored labels, whatever else can be shown. */
export function PortalValueView(props: PortalValueViewProps) {
  if (props.stored.length === 0) return <Text color="color.text.subtlest">{viewTexts.none}</Text>;
  return <StoredLabels {...props} />;
}

/** Where attributes can't be shown, the labels stand alone. */
function StoredLabels({ screen, stored, prefix = '', load }: PortalValueViewProps) {
  const { value, trouble } = useReply(load);
  const found = value?.objects ?? [];
  const attributes = new Map(
    found.map((object) => [objectKey(object.objectId), shownAttributes(object.attributes)]),
  );
  return (
    <Stack space="space.100">
      <FirstFew items={stored} keyOf={({ objectId }) => objectId}>
        {({ objectId, label }) => (
          <Stack space="space.025">
            <Text maxLines={labelLines}>{prefix + label}</Text>
            <AttributeLine
              attributes={attributes.get(objectKey(objectId)) ?? []}
              formats={screen.formats}
            />
          </Stack>
        )}
      </FirstFew>
      {!value && !trouble && <Spinner size="small" label={viewTexts.loading} />}
    </Stack>
  );
}

const loadNote = () => callResolver(readPortalNote, {});

/** Tells people who work on a request why its customer could choose nothing; nothing where they could. */
export function PortalNote() {
  const note = useReply(loadNote).value?.note;
  if (note === undefined || note === null) return null;
  return (
    <Text size="small" color="color.text.subtle">
      {note}
    </Text>
  );
}
