import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { StoredValueView } from '../field-screen/stored-value-view';
import { loadShownObjects } from '../objects/load-shown-objects';
import { PortalNote } from '../portal/portal-note';
import { PortalValueView } from '../portal/portal-value-view';
import { cascadePathOf } from './cascade-path';
import { readCascadeValue, type ReadCascade } from './cascade-value';

const noValue: ReadCascade = { objects: [], levels: [], isDamaged: false };

/** The field on an issue or a request: the objects of the last level, each with the way to it. */
function CascadeFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readCascadeValue(screen.fieldValue), [screen]);
  const load = useCallback(() => loadShownObjects(allObjects(value)), [value]);
  if (screen?.isOnPortal && value) {
    const { text, isOne } = cascadePathOf(value);
    const prefix = isOne && text !== '' ? `${text} / ` : '';
    return <PortalValueView screen={screen} stored={value.objects} prefix={prefix} />;
  }
  return (
    <StoredValueView
      screen={screen}
      value={value}
      load={load}
      pathOf={(current) => cascadePathOf(value ?? noValue, current)}
      emptyNote={screen?.isInServiceProject && <PortalNote />}
    />
  );
}

function allObjects({ objects, levels }: ReadCascade = noValue) {
  return [...objects, ...levels.flatMap((level) => level.objects)];
}

ForgeReconciler.render(<CascadeFieldView />);
