import { useCallback, useEffect, useRef } from 'react';
import { ErrorMessage, Label, RequiredAsterisk } from '@atlaskit/form';
import Select from '@atlaskit/select';
import { listWorkTypes } from '../calls/jira-calls';
import type { ProjectBean, WorkTypeBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { errorText } from '../shell/page-states';
import { useLoaded } from '../shell/use-loaded';

interface ProjectSelectProps {
  projects: readonly ProjectBean[];
  project: ProjectBean | undefined;
  onChange: (project: ProjectBean) => void;
}

/** Where to create. */
export function ProjectSelect({ projects, project, onChange }: ProjectSelectProps) {
  const options = projects.map((value) => ({ value, label: `${value.name} (${value.key})` }));
  return (
    <>
      <Label htmlFor="create-project">
        Project
        <RequiredAsterisk />
      </Label>
      <Select
        inputId="create-project"
        shouldPreventEscapePropagation
        options={options}
        menuPosition="fixed"
        value={options.find(({ value }) => value.key === project?.key) ?? null}
        onChange={(option) => option && onChange(option.value)}
      />
    </>
  );
}

interface WorkTypeSelectProps {
  projectKey: string;
  workType: WorkTypeBean | undefined;
  onChange: (workType: WorkTypeBean) => void;
}

/** What to create; starts with the project's first work type. */
export function WorkTypeSelect({ projectKey, workType, onChange }: WorkTypeSelectProps) {
  const { tracker } = useSession();
  const load = useCallback(() => listWorkTypes(tracker, projectKey), [tracker, projectKey]);
  const { loaded } = useLoaded(load);
  const workTypes = loaded.state === 'ready' ? loaded.value : [];
  const first = workTypes[0];
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (first !== undefined) latestOnChange.current(first);
  }, [first]);
  const options = workTypes.map((value) => ({ value, label: value.name }));
  return (
    <>
      <Label htmlFor="create-work-type">
        Work type
        <RequiredAsterisk />
      </Label>
      <Select
        inputId="create-work-type"
        shouldPreventEscapePropagation
        options={options}
        menuPosition="fixed"
        isLoading={loaded.state === 'loading'}
        value={options.find(({ value }) => value.id === workType?.id) ?? null}
        onChange={(option) => option && onChange(option.value)}
      />
      {loaded.state === 'failed' && <ErrorMessage>{errorText(loaded.error)}</ErrorMessage>}
    </>
  );
}
