import { useState } from 'react';
import { HelperMessage, Label, RequiredAsterisk } from '@atlaskit/form';
import Select from '@atlaskit/select';
import Textfield from '@atlaskit/textfield';
import {
  createContext,
  updateContext,
  type ContextDetails,
  type ScopedContext,
} from '../calls/jira-calls';
import { useSession } from '../session/session';
import type { FieldConfiguration } from './field-configuration';
import { SettingsDialog } from './settings-dialog';

interface ContextDialogProps {
  found: FieldConfiguration;
  /** The context to change; a new one when absent. */
  context: ScopedContext | undefined;
  onChanged: () => void;
  onClose: () => void;
}

/** Names a context and chooses the projects and work types it covers. */
export function ContextDialog({ found, context, onChanged, onClose }: ContextDialogProps) {
  const { tracker } = useSession();
  const [details, setDetails] = useState<ContextDetails>(() => ({
    name: context?.name ?? '',
    description: context?.description ?? '',
    projectIds: context?.projectIds ?? [],
    workTypeIds: context?.workTypeIds ?? [],
  }));
  const change = (part: Partial<ContextDetails>) => setDetails({ ...details, ...part });
  const submit = async () => {
    if (context === undefined) await createContext(tracker, found.field.id, details);
    else await updateContext(tracker, found.field.id, context, details);
    onChanged();
  };
  return (
    <SettingsDialog
      title={context === undefined ? 'Add context' : `Edit ${context.name}`}
      submitLabel={context === undefined ? 'Add' : 'Save'}
      canSubmit={details.name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Label htmlFor="context-name">
        Name
        <RequiredAsterisk />
      </Label>
      <Textfield
        id="context-name"
        autoFocus
        value={details.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Label htmlFor="context-description">Description</Label>
      <Textfield
        id="context-description"
        value={details.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <IdsSelect
        id="context-projects"
        label="Projects"
        all="All projects"
        named={found.projects}
        ids={details.projectIds}
        onChange={(projectIds) => change({ projectIds })}
      />
      <IdsSelect
        id="context-work-types"
        label="Work types"
        all="All work types"
        named={found.workTypes}
        ids={details.workTypeIds}
        onChange={(workTypeIds) => change({ workTypeIds })}
      />
    </SettingsDialog>
  );
}

interface IdsSelectProps {
  id: string;
  label: string;
  /** What an empty choice means. */
  all: string;
  named: readonly { id: string; name: string }[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

function IdsSelect({ id, label, all, named, ids, onChange }: IdsSelectProps) {
  const options = named.map(({ id: value, name }) => ({ value, label: name }));
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Select
        inputId={id}
        shouldPreventEscapePropagation
        isMulti
        options={options}
        menuPosition="fixed"
        placeholder={all}
        value={options.filter(({ value }) => ids.includes(value))}
        onChange={(chosen) => onChange(chosen.map(({ value }) => value))}
      />
      <HelperMessage>{`Leave empty for ${all.toLowerCase()}.`}</HelperMessage>
    </>
  );
}
