/** The plain picker that the field's own is measured beside. */
import { AsyncSelect } from '@atlaskit/select';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';

interface Option {
  readonly label: string;
  readonly value: string;
}

const found = z.object({
  value: z.object({
    value: z.object({ objects: z.array(z.object({ objectId: z.string(), label: z.string() })) }),
  }),
});

function Page() {
  const [isEditing, setIsEditing] = useState(false);
  if (!isEditing) return <button onClick={() => setIsEditing(true)}>Edit Asset</button>;
  return (
    <AsyncSelect<Option>
      label="Asset"
      autoFocus
      defaultOptions
      loadOptions={loadOptions}
      cacheOptions
    />
  );
}

async function loadOptions(text: string): Promise<Option[]> {
  const response = await fetch('/sandbox/invoke', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      account: 'admin',
      moduleKey: 'workspace-object',
      functionKey: 'search',
      payload: { text },
      extension: { fieldId: 'customfield_10050', entryPoint: 'edit', issue: { id: '10308' } },
    }),
  });
  const { objects } = found.parse(await response.json()).value.value;
  return objects.map(({ objectId, label }) => ({ label, value: objectId }));
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
