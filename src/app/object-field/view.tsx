import ForgeReconciler from '@forge/react';
import { useCallback, useMemo } from 'react';
import { useFieldScreen } from '../field-screen/use-field-screen';
import { StoredValueView } from '../field-screen/stored-value-view';
import { loadShownObjects } from '../objects/load-shown-objects';
import { readStoredValue } from '../objects/stored-value';

/** The field on an issue. */
function ObjectFieldView() {
  const screen = useFieldScreen();
  const value = useMemo(() => screen && readStoredValue(screen.fieldValue), [screen]);
  const load = useCallback(() => loadShownObjects(value?.objects ?? []), [value]);
  return <StoredValueView screen={screen} value={value} load={load} />;
}

ForgeReconciler.render(<ObjectFieldView />);
