import { useRef, useState } from 'react';
import ForgeReconciler, { ErrorMessage, Select, useProductContext } from '@forge/react';
import { CustomFieldEdit } from '@forge/react/jira';
import { invoke, view } from '@forge/bridge';
import * as z from 'zod';

const optionsSchema = z.array(z.object({ label: z.string(), value: z.string() }));

type Option = z.infer<typeof optionsSchema>[number];

interface Objects {
  objects: { objectId: string; label: string }[];
}

/** Drawn once the stored value is known: it would take the place of what a person picked before. */
function Edit() {
  const context = useProductContext();
  if (!context) return null;
  const value = context.extension.fieldValue as Objects | null | undefined;
  const stored = (value?.objects ?? []).map(({ objectId, label }) => ({ value: objectId, label }));
  return <Editor stored={stored} />;
}

function Editor({ stored }: { stored: Option[] }) {
  const [options, setOptions] = useState<Option[]>([]);
  const [picked, setPicked] = useState(stored);
  const [problem, setProblem] = useState('');
  const latest = useRef(stored);
  const search = (text: string) =>
    void invoke('search', { text }).then((reply) => setOptions(optionsSchema.parse(reply)));
  const pick = (next: Option[]) => {
    latest.current = next;
    setPicked(next);
  };
  const submit = async () => {
    const objects = latest.current.map(({ value, label }) => ({ objectId: value, label }));
    try {
      await invoke('labels', {});
      await view.submit(objects.length === 0 ? (null as never) : ({ objects } as never));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'not an Error of this frame');
    }
  };
  return (
    <CustomFieldEdit onSubmit={() => void submit()}>
      <Select
        inputId="picker"
        isMulti
        placeholder="Search for an object"
        options={options}
        value={picked}
        onFocus={() => search('')}
        onInputChange={(text, { action }) => {
          if (action === 'input-change') search(text);
        }}
        onChange={(next) => pick(next as never)}
      />
      {problem !== '' && <ErrorMessage>{problem}</ErrorMessage>}
    </CustomFieldEdit>
  );
}

ForgeReconciler.render(<Edit />);
