import ForgeReconciler from '@forge/react';

function Crash(): never {
  throw new Error('There is a hole in the app.');
}

ForgeReconciler.render(<Crash />);
