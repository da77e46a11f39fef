import ForgeReconciler, { Link, Spinner, Stack, Text } from '@forge/react';
import { useCallback, useMemo } from 'react';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { AttributeLine } from '../object-display/attribute-line';
import { loadShownObjects } from '../objects/load-shown-objects';
import { isSameObject } from '../objects/object-id';
import type { ShownObject } from '../objects/replies';
import { readStoredValue, storedLabel, type StoredObject } from '../objects/stored-value';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { viewTexts as texts } from './view-texts';

/** The field on an issue: what is stored, at once, and what the service says of it now. */
export function ObjectFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  if (!value) return <Spinner size="small" label={texts.loading} />;
  return (
    <Stack space="space.100">
      {value.objects.length > 0 && <PickedObjects stored={value.objects} />}
      {value.objects.length === 0 && !value.isDamaged && <Text>{texts.none}</Text>}
      {value.isDamaged && <Text color="color.text.subtle">{texts.damaged}</Text>}
    </Stack>
  );
}

function PickedObjects({ stored }: { stored: readonly StoredObject[] }) {
  const load = useCallback(() => loadShownObjects('view', stored), [stored]);
  const { reply, isLoading, reload } = useReply(load);
  const current = reply?.kind === 'ok' ? reply.value.objects : undefined;
  return (
    <Stack space="space.100">
      {stored.map((object) => (
        <PickedObject key={object.objectId} stored={object} current={current} />
      ))}
      {reply === undefined && <Spinner size="small" label={texts.loading} />}
      {reply !== undefined && reply.kind !== 'ok' && (
        <TroubleNotice
          trouble={reply}
          connectReason={texts.connectReason}
          isRetrying={isLoading}
          onRetry={reload}
        />
      )}
    </Stack>
  );
}

interface PickedObjectProps {
  readonly stored: StoredObject;
  /** What the person may see now of all picked objects; undefined while that is unknown. */
  readonly current: readonly ShownObject[] | undefined;
}

function PickedObject({ stored, current }: PickedObjectProps) {
  if (!current) return <Text>{stored.label}</Text>;
  const shown = current.find(({ objectId }) => isSameObject(objectId, stored.objectId));
  return shown ? <LiveObject stored={stored} shown={shown} /> : <GoneObject stored={stored} />;
}

function LiveObject({ stored, shown }: { stored: StoredObject; shown: ShownObject }) {
  return (
    <Stack space="space.025">
      <Text>
        {shown.url === undefined ? (
          shown.label
        ) : (
          <Link href={shown.url} openNewTab>
            {shown.label}
          </Link>
        )}
      </Text>
      <AttributeLine attributes={shown.attributes} />
      {storedLabel(shown.label) !== stored.label && (
        <Text size="small" color="color.text.subtle">
          {texts.savedAs(stored.label)}
        </Text>
      )}
    </Stack>
  );
}

function GoneObject({ stored }: { stored: StoredObject }) {
  return (
    <Stack space="space.025">
      <Text>{stored.label}</Text>
      <Text size="small" color="color.text.subtle">
        {texts.gone}
      </Text>
    </Stack>
  );
}

ForgeReconciler.render(<ObjectFieldView />);
