import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import { callResolver } from '../screen/call-resolver';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { StoredValueView } from '../field-screen/stored-value-view';
import { loadShownObjects } from '../object-picker/picked-object';
import { isObjectId } from '../objects/object-id';
import { maximumObjects, readStoredValue, type StoredObject } from '../objects/stored-value';
import { PortalNote, PortalValueView } from '../portal/portal-value-view';
import { viewOnPortal } from './object-field-contract';

/** The field on an issue, and on a request as its customer sees it. */
function ObjectFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  const load = useCallback(() => loadShownObjects(value?.objects ?? []), [value]);
  const loadOnPortal = useCallback(() => loadPortalDetails(value?.objects ?? []), [value]);
  if (screen?.isOnPortal && value) {
    return <PortalValueView screen={screen} stored={value.objects} load={loadOnPortal} />;
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

function loadPortalDetails(stored: readonly StoredObject[]) {
  const objectIds = stored.map(({ objectId }) => objectId).filter(isObjectId);
  return callResolver(viewOnPortal, { objectIds: objectIds.slice(0, maximumObjects) });
}

ForgeReconciler.render(<ObjectFieldView />);
