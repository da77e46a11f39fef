import ForgeReconciler, { Spinner } from '@forge/react';

export function CascadeFieldConfig() {
  return <Spinner size="small" />;
}

ForgeReconciler.render(<CascadeFieldConfig />);
