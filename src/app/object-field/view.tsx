import ForgeReconciler, { Spinner, Stack, Text } from '@forge/react';
import { useCallback, useMemo } from 'react';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { useFieldScreen } from '../field-screen/use-field-screen';
import type { Formats } from '../object-display/formats';
import { ObjectLines } from '../object-display/object-lines';
import { loadShownObjects } from '../objects/load-shown-objects';
import { readStoredValue, type StoredObject } from '../objects/stored-value';
import { viewObjects } from './functions';
import { viewTexts as texts } from './view-texts';

/** The field on an issue: what is stored, at once, and what the service says of it now. */
export function ObjectFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  if (!screen || !value) return <Spinner size="small" label={texts.loading} />;
  const { objects, isDamaged } = value;
  return (
    <Stack space="space.100">
      {objects.length > 0 && <StoredObjects stored={objects} formats={screen.formats} />}
      {objects.length === 0 && !isDamaged && <Text>{texts.none}</Text>}
      {isDamaged && <Text color="color.text.subtle">{texts.damaged}</Text>}
    </Stack>
  );
}

interface StoredObjectsProps {
  readonly stored: readonly StoredObject[];
  readonly formats: Formats;
}

function StoredObjects({ stored, formats }: StoredObjectsProps) {
  const load = useCallback(() => loadShownObjects(viewObjects, stored), [stored]);
  const { reply, isLoading, reload } = useReply(load);
  const current = reply?.kind === 'ok' ? reply.value.objects : undefined;
  return (
    <Stack space="space.100">
      <ObjectLines stored={stored} current={current} formats={formats} />
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

ForgeReconciler.render(<ObjectFieldView />);
