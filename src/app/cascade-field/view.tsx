import ForgeReconciler, { Spinner } from '@forge/react';

export function CascadeFieldView() {
  return <Spinner size="small" />;
}

ForgeReconciler.render(<CascadeFieldView />);
