import { useEffect } from 'react';
import ForgeReconciler, { Lozenge, Text, UserPicker } from '@forge/react';
import { rovo } from '@forge/bridge';

function Unmodelled() {
  useEffect(() => {
    void rovo.isEnabled().catch(() => undefined);
  }, []);
  return (
    <>
      <Text>Still here</Text>
      <UserPicker label="Owner" name="owner" />
      <Lozenge appearance={'plaid' as never}>Odd</Lozenge>
    </>
  );
}

ForgeReconciler.render(<Unmodelled />);
