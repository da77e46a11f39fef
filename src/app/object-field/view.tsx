import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import { callResolver } from '../screen/call-resolver';
import { useReply } from '../screen/use-reply';
import { useFieldScreen, type FieldScreen } from '../field-screen/use-field-screen';
import { StoredValueView } from '../field-screen/stored-value-view';
import { loadShownObjects } from '../objects/load-shown-objects';
import { isObjectId, objectKey } from '../objects/object-id';
import { maximumObjects, readStoredValue, type ReadValue } from '../objects/stored-value';
import { shownAttributes } from '../portal/found-on-portal';
import { PortalNote } from '../portal/portal-note';
import { PortalValueView } from '../portal/portal-value-view';
import { viewOnPortal } from './object-portal-contract';

/** The field on an issue, and on a request as its customer sees it. */
function ObjectFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  const load = useCallback(() => loadShownObjects(value?.objects ?? []), [value]);
  if (screen?.isOnPortal && value) {
    return value.objects.length === 0 ? (
      <PortalValueView screen={screen} stored={[]} />
    ) : (
      <OnPortal screen={screen} value={value} />
    );
  }
  return (
    <StoredValueView
      screen={screen}
      value={value}
      load={load}
      emptyNote={screen?.isInServiceProject && <PortalNote />}
    />
  );
}

/** Where attributes can't be shown, the stored labels stand alone. */
function OnPortal({ screen, value }: { screen: FieldScreen; value: ReadValue }) {
  const load = useCallback(() => {
    const objectIds = value.objects.map(({ objectId }) => objectId).filter(isObjectId);
    return callResolver(viewOnPortal, { objectIds: objectIds.slice(0, maximumObjects) });
  }, [value]);
  const { reply } = useReply(load);
  const found = reply?.kind === 'ok' ? reply.value.objects : [];
  const attributes = new Map(
    found.map((object) => [objectKey(object.objectId), shownAttributes(object.attributes)]),
  );
  return (
    <PortalValueView
      screen={screen}
      stored={value.objects}
      attributes={attributes}
      isLoading={reply === undefined}
    />
  );
}

ForgeReconciler.render(<ObjectFieldView />);
