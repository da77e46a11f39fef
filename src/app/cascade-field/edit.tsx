import ForgeReconciler, { Spinner } from '@forge/react';

export function CascadeFieldEdit() {
  return <Spinner size="small" />;
}

ForgeReconciler.render(<CascadeFieldEdit />);
