/** The smallest app of UI Kit: what each of the app's own screens is measured above. */
import ForgeReconciler, { Text } from '@forge/react';

ForgeReconciler.render(<Text>Empty</Text>);
