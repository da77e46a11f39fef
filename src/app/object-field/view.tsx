import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { WithFieldScreen } from '../field-screen/with-field-screen';
import { loadShownObjects } from '../field-screen/current-value';
import { loadingDetails, StoredValueView } from '../field-screen/stored-value-view';
import {
  maximumObjects,
  readStoredValue,
  type StoredObject,
  isObjectId,
} from '../objects/stored-value';
import { PortalNote, PortalValueView } from '../portal/portal-value-view';
import { viewOnPortal } from './object-field-contract';

function ObjectFieldView({ screen }: { readonly screen: FieldScreen }) {
  const value = useMemo(() => readStoredValue(screen.fieldValue), [screen]);
  const load = useCallback(() => loadShownObjects(value.objects, { withPictures: true }), [value]);
  const loadOnPortal = useCallback(() => loadPortalDetails(value.objects), [value]);
  if (screen.isOnPortal) return <PortalValueView stored={value.objects} load={loadOnPortal} />;
  return (
    <StoredValueView
      value={value}
      load={load}
      emptyNote={screen.isInServiceProject && <PortalNote />}
    />
  );
}

function loadPortalDetails(stored: readonly StoredObject[]) {
  const objectIds = stored.map(({ objectId }) => objectId).filter(isObjectId);
  return callResolver(viewOnPortal, { objectIds: objectIds.slice(0, maximumObjects) });
}

ForgeReconciler.render(
  <WithFieldScreen loadingText={loadingDetails}>
    {(screen) => <ObjectFieldView screen={screen} />}
  </WithFieldScreen>,
);
