import { useFormats } from '../object-display/use-formats';
import { EmptyValue } from '../field-screen/stored-value-view';
import { FirstFew } from '../object-display/first-few';
import { ObjectLine } from '../object-display/object-lines';
import { tellTwinsApart } from '../object-display/present-value';
import { type StoredObject, objectKey } from '../objects/stored-value';
import type { Reply } from '../replies/reply';
import { TroubleText } from '../screen/loaded';
import { useAnswer, useReply } from '../screen/call-resolver';
import { type PortalDetails, readPortalNote, shownAttributes } from './portal-contract';

interface PortalValueViewProps {
  readonly stored: readonly StoredObject[];
  /** Stands before each label. */
  readonly prefix?: string | undefined;
  /** Asks for what the portal shows beside the labels; the same function for the same value. */
  readonly load: () => Promise<Reply<PortalDetails>>;
}

/** A field on a request as its customer sees it: the stored labels, whatever else can be shown. */
export function PortalValueView(props: PortalValueViewProps) {
  if (props.stored.length === 0) return <EmptyValue />;
  return <StoredLabels {...props} />;
}

/** Where attributes can't be shown, the labels stand alone, or with the ids of those that are the same. */
function StoredLabels({ stored, prefix, load }: PortalValueViewProps) {
  const formats = useFormats();
  const { value, trouble } = useReply(load);
  const isLoading = !value && !trouble;
  const found = new Map(
    value?.objects.map(({ objectId, attributes }) => [objectKey(objectId), attributes]),
  );
  const objects = stored.map(({ objectId, label }) => ({
    objectId,
    label,
    attributes: shownAttributes(found.get(objectKey(objectId)) ?? []),
  }));
  return (
    <FirstFew
      items={isLoading ? objects : tellTwinsApart(objects, formats)}
      keyOf={({ objectId }) => objectId}
    >
      {({ label, attributes }) => <ObjectLine {...{ label, attributes, prefix, isLoading }} />}
    </FirstFew>
  );
}

/** Tells people who work on a request why its customer could choose nothing; nothing where they could. */
export function PortalNote() {
  const note = useAnswer(readPortalNote, {}).value?.note;
  if (note === undefined || note === null) return null;
  return <TroubleText>{note}</TroubleText>;
}
