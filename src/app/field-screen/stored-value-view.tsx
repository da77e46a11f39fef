import { Stack, Text } from '@forge/react';
import type { ReactNode } from 'react';
import { TroubleNotice, TroubleText } from '../screen/loaded';
import type { Reply } from '../replies/reply';
import { useReply } from '../screen/call-resolver';
import type { ShownObject } from '../objects/objects-contract';
import type { ReadValue, StoredObject } from '../objects/stored-value';
import { damagedText } from './field-texts';
import { ObjectLines } from '../object-display/object-lines';
import { SubtleText } from '../screen/subtle-text';
import { staleObjects, StaleNotes } from '../object-display/stale-notes';

/** Said while a view asks what it shows. */
export const loadingDetails = 'Loading current details';
const connectForCurrent = 'Connect your Workspace Data Service account to see current details.';

interface StoredValueViewProps {
  readonly value: ReadValue;
  /** Asks what the service says of the value now; the same function for the same value. */
  readonly load: () => Promise<Reply<{ objects: readonly ShownObject[] }>>;
  /** The way to the objects, where there is one; `isOne` where it is the same for all. */
  readonly pathOf?: (current: readonly ShownObject[] | undefined) => ObjectPath;
  /** What there is to say of an empty field. */
  readonly emptyNote?: ReactNode;
}

interface ObjectPath {
  /** The objects on the way, as stored. */
  readonly above: readonly StoredObject[];
  readonly text: string;
  readonly isOne: boolean;
  readonly prefix: string;
}

/** A field on an issue: what is stored, at once, and what the service says of it now. */
export function StoredValueView({ value, load, pathOf, emptyNote }: StoredValueViewProps) {
  const { objects, isDamaged } = value;
  return (
    <Stack space="space.100">
      {objects.length > 0 && <StoredObjects stored={objects} load={load} pathOf={pathOf} />}
      {objects.length === 0 && !isDamaged && <EmptyValue path={pathOf?.([]).text} />}
      {objects.length === 0 && emptyNote}
      {isDamaged && <TroubleText>{damagedText(objects.length > 0)}</TroubleText>}
    </Stack>
  );
}

/** As Jira writes it in its own empty fields; a path without an object at its end is not empty. */
export function EmptyValue({ path = '' }: { path?: string | undefined }) {
  if (path !== '') return <Text>{path}</Text>;
  return <Text color="color.text.subtlest">None</Text>;
}

interface StoredObjectsProps extends Pick<StoredValueViewProps, 'load' | 'pathOf'> {
  readonly stored: readonly StoredObject[];
}

function StoredObjects({ stored, load, pathOf }: StoredObjectsProps) {
  const loaded = useReply(load);
  const current = loaded.value?.objects;
  const path = pathOf?.(current) ?? { above: [], text: '', isOne: true, prefix: '' };
  return (
    <Stack space="space.150">
      {!path.isOne && <SubtleText maxLines={3}>{path.text}</SubtleText>}
      <ObjectLines
        stored={stored}
        current={current}
        isLoading={!current && !loaded.trouble}
        prefix={path.prefix}
        takenAt={loaded.takenAt}
        reload={loaded.reload}
      />
      {current && <StaleNotes objects={staleObjects(path.above, current)} />}
      <TroubleNotice {...loaded} connectReason={connectForCurrent} />
    </Stack>
  );
}
