import { Spinner } from '@forge/react';
import type { ReactNode } from 'react';
import { FormatsProvider } from '../object-display/use-formats';
import { ConnectPlaceProvider } from '../screen/use-connect-turn';
import { useFieldScreen, type FieldScreen } from './use-field-screen';

interface WithFieldScreenProps {
  readonly loadingText: string;
  readonly children: (screen: FieldScreen) => ReactNode;
}

/** Draws a screen of a field once the host has said where it is. */
export function WithFieldScreen({ loadingText, children }: WithFieldScreenProps) {
  const screen = useFieldScreen();
  if (!screen) return <Spinner size="small" label={loadingText} />;
  return (
    <FormatsProvider value={screen.formats}>
      <ConnectPlaceProvider value={screen.connectPlace}>{children(screen)}</ConnectPlaceProvider>
    </FormatsProvider>
  );
}
