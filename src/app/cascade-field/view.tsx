import ForgeReconciler, { Spinner, Stack, Text } from '@forge/react';
import { useCallback, useMemo } from 'react';
import { TroubleNotice } from '../access/trouble-notice';
import { useReply } from '../access/use-reply';
import { useFieldScreen } from '../field-screen/use-field-screen';
import type { Formats } from '../object-display/formats';
import { ObjectLines } from '../object-display/object-lines';
import { loadShownObjects } from '../objects/load-shown-objects';
import { cascadePathOf } from './cascade-path';
import { readCascadeValue, type ReadCascade } from './cascade-value';
import { viewCascade } from './functions';
import { viewTexts as texts } from './view-texts';

/** The field on an issue: the objects of the last level, each with the way to it. */
export function CascadeFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readCascadeValue(screen.fieldValue), [screen]);
  if (!screen || !value) return <Spinner size="small" label={texts.loading} />;
  const { objects, isDamaged } = value;
  return (
    <Stack space="space.100">
      {objects.length > 0 && <StoredPaths value={value} formats={screen.formats} />}
      {objects.length === 0 && !isDamaged && <Text>{texts.none}</Text>}
      {isDamaged && <Text color="color.text.subtle">{texts.damaged}</Text>}
    </Stack>
  );
}

interface StoredPathsProps {
  readonly value: ReadCascade;
  readonly formats: Formats;
}

function StoredPaths({ value, formats }: StoredPathsProps) {
  const load = useCallback(() => loadShownObjects(viewCascade, allObjects(value)), [value]);
  const { reply, isLoading, reload } = useReply(load);
  const current = reply?.kind === 'ok' ? reply.value.objects : undefined;
  const path = cascadePathOf(value, current);
  const prefix = path.isOne && path.text !== '' ? `${path.text} / ` : undefined;
  return (
    <Stack space="space.100">
      {!path.isOne && (
        <Text size="small" color="color.text.subtle" maxLines={3}>
          {path.text}
        </Text>
      )}
      <ObjectLines stored={value.objects} current={current} formats={formats} prefix={prefix} />
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

function allObjects({ objects, levels }: ReadCascade) {
  return [...objects, ...levels.flatMap((level) => level.objects)];
}

ForgeReconciler.render(<CascadeFieldView />);
