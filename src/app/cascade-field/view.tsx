import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import type { Reply } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import type { FieldScreen } from '../field-screen/use-field-screen';
import { WithFieldScreen } from '../field-screen/with-field-screen';
import { loadShownObjects } from '../field-screen/current-value';
import { loadingDetails, StoredValueView } from '../field-screen/stored-value-view';
import { maximumObjects } from '../objects/stored-value';
import type { PortalDetails } from '../portal/portal-contract';
import { PortalNote, PortalValueView } from '../portal/portal-value-view';
import { viewPathEndOnPortal } from './cascade-field-contract';
import { readCascadeValue, type ReadCascade, cascadePathOf } from './cascade-value';
import { selectionsPayload } from './selection';

/** The field on an issue or a request: the objects of the last level, each with the way to it. */
function CascadeFieldView({ screen }: { readonly screen: FieldScreen }) {
  const value = useMemo(() => readCascadeValue(screen.fieldValue), [screen]);
  const load = useCallback(
    () => loadShownObjects(allObjects(value), { withPictures: true }),
    [value],
  );
  const loadOnPortal = useCallback(() => loadPortalDetails(value), [value]);
  if (screen.isOnPortal) {
    const { prefix } = cascadePathOf(value);
    return <PortalValueView stored={value.objects} prefix={prefix} load={loadOnPortal} />;
  }
  return (
    <StoredValueView
      value={value}
      load={load}
      pathOf={(current) => cascadePathOf(value, current)}
      emptyNote={screen.isInServiceProject && <PortalNote />}
    />
  );
}

function allObjects({ objects, levels }: ReadCascade) {
  return [...objects, ...levels.flatMap((level) => level.objects)];
}

/** Of objects without a path nothing can be asked: the portal checks each level. */
function loadPortalDetails({ levels }: ReadCascade): Promise<Reply<PortalDetails>> {
  const selections = selectionsPayload(levels).map(({ levelId, objects }) => ({
    levelId,
    objects: objects.slice(0, maximumObjects),
  }));
  if (selections.length === 0) return Promise.resolve({ kind: 'ok', value: { objects: [] } });
  return callResolver(viewPathEndOnPortal, { selections });
}

ForgeReconciler.render(
  <WithFieldScreen loadingText={loadingDetails}>
    {(screen) => <CascadeFieldView screen={screen} />}
  </WithFieldScreen>,
);
