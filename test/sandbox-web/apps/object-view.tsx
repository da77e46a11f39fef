import { useEffect, useState } from 'react';
import ForgeReconciler, { Link, Stack, Text, useProductContext } from '@forge/react';
import { invoke } from '@forge/bridge';
import * as z from 'zod';

const replySchema = z.object({ status: z.string() });

interface Objects {
  objects: { objectId: string; label: string }[];
}

function View() {
  const context = useProductContext();
  const value = context?.extension.fieldValue as Objects | null | undefined;
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!value) return;
    void invoke('view', {}).then((reply) => setStatus(replySchema.parse(reply).status));
  }, [value]);
  if (context === undefined) return null;
  if (!value) return <Text>None</Text>;
  return (
    <Stack space="space.050">
      {value.objects.map(({ objectId, label }) => (
        <Stack key={objectId}>
          <Link href={`https://service.example/object/${objectId}`} openNewTab>
            {label}
          </Link>
          <Text color="color.text.subtle">{status}</Text>
        </Stack>
      ))}
    </Stack>
  );
}

ForgeReconciler.render(<View />);
