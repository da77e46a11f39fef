import { useEffect, useState } from 'react';
import ForgeReconciler, {
  Button,
  ButtonGroup,
  Form,
  Stack,
  HelperMessage,
  Label,
  RadioGroup,
  TextArea,
  Textfield,
  useForm,
  useProductContext,
} from '@forge/react';
import { view } from '@forge/bridge';

function Config() {
  const context = useProductContext();
  const { handleSubmit, register, getFieldId } = useForm<{ source: string }>();
  const [query, setQuery] = useState('');
  const [cardinality, setCardinality] = useState('one');
  useEffect(() => {
    const saved = context?.extension.configuration as { query?: string } | undefined;
    setQuery(saved?.query ?? '');
  }, [context]);
  return (
    <Form
      onSubmit={handleSubmit((fields) =>
        view.submit({ configuration: { ...fields, query, cardinality } }),
      )}
    >
      <Stack>
        <Label labelFor={getFieldId('source')}>Workspace</Label>
        <Textfield {...register('source')} />
        <Label labelFor="query">Query</Label>
        <TextArea
          id="query"
          value={query}
          onChange={(event) => setQuery(String(event.target.value))}
        />
        <HelperMessage>If it’s empty, the field offers every object.</HelperMessage>
        <RadioGroup
          name="cardinality"
          value={cardinality}
          options={[
            { name: 'cardinality', value: 'one', label: 'One object' },
            { name: 'cardinality', value: 'many', label: 'Several objects' },
          ]}
          onChange={(event) => setCardinality(String(event.target.value))}
        />
      </Stack>
      <ButtonGroup label="Configuration">
        <Button type="submit" appearance="primary">
          Save
        </Button>
        <Button appearance="subtle" onClick={() => void view.close()}>
          Cancel
        </Button>
      </ButtonGroup>
    </Form>
  );
}

ForgeReconciler.render(<Config />);
