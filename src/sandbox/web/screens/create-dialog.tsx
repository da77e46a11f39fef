import { useState } from 'react';
import ModalDialog, { ModalTransition } from '@atlaskit/modal-dialog';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import { RequiredAsterisk } from '@atlaskit/form';
import { DialogForm, DiscardDialog, SelectField } from './dialogs';
import { listProjects, listCreateFields, createIssue } from '../calls/jira-calls';
import type { ProjectWithWorkTypes } from '../../rest/project-routes';
import type { WorkTypeBean } from '../../rest/representations';
import { useReply, useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { matchPath, navigate } from '../shell/routing';
import { documentOfText } from './adf';
import {
  TextFields,
  useTexts,
  useAppFieldValues,
  AppFields,
  type AppFieldValues,
  FormProblems,
  useFormSubmission,
} from './form-fields';
import { useMessages } from '../shell/flags';
import { announceIssueChange } from './use-search';

/** The create dialog; asks before it throws away what was typed. */
export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setDirty(false);
    setAsking(false);
    onClose();
  };
  const askToClose = () => (isDirty ? setAsking(true) : close());
  return (
    <ModalTransition>
      {isOpen && (
        <ModalDialog
          width="large"
          label="Create work item"
          shouldCloseOnOverlayClick={false}
          onClose={askToClose}
        >
          <CreateForm onDirty={() => setDirty(true)} onCancel={askToClose} onCreated={close} />
        </ModalDialog>
      )}
      {isOpen && isAsking && (
        <DiscardDialog
          title="Discard this work item?"
          onKeep={() => setAsking(false)}
          onDiscard={close}
        >
          What you have filled in will be lost.
        </DiscardDialog>
      )}
    </ModalTransition>
  );
}

interface CreateFormProps {
  onDirty: () => void;
  onCancel: () => void;
  onCreated: () => void;
}

/** The content of the create dialog, once it is known which projects the person may browse. */
function CreateForm(props: CreateFormProps) {
  const projects = useReply(listProjects);
  return (
    <WhenLoaded loading={projects} what="projects">
      {(found) =>
        found.length === 0 ? (
          <NoProject onCancel={props.onCancel} />
        ) : (
          <ProjectForm {...props} projects={found} />
        )
      }
    </WhenLoaded>
  );
}

function NoProject({ onCancel }: { onCancel: () => void }) {
  return (
    <EmptyState
      header="You can’t create work items"
      description="This account doesn’t have permission to create work items in any project."
      primaryAction={<Button onClick={onCancel}>Close</Button>}
    />
  );
}

type ProjectFormProps = CreateFormProps & { projects: readonly ProjectWithWorkTypes[] };

function ProjectForm({ projects, onDirty, onCancel, onCreated }: ProjectFormProps) {
  const [{ project, workType }, setTarget] = useState(() => targetIn(initialProject(projects)));
  const onChanged = (fieldId: string) => {
    forget(fieldId);
    onDirty();
  };
  const typed = useTexts(onChanged);
  const { summary, description } = typed.texts;
  const appFields = useAppFieldValues(onChanged);
  const create = useCreate(onCreated);
  const { problems, isUnderWay, submit, forget } = useFormSubmission(appFields, (values) =>
    create({
      project: project && { key: project.key },
      issuetype: workType && { id: workType.id },
      summary,
      description: documentOfText(description),
      ...values,
    }),
  );
  return (
    <DialogForm
      title="Create work item"
      submitLabel="Create"
      canSubmit={workType !== undefined}
      isUnderWay={isUnderWay}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <FormProblems title="The work item wasn’t created" messages={problems.general} />
      <p className="subtle small">
        Required fields are marked with an asterisk <RequiredAsterisk />
      </p>
      <TargetFields {...{ projects, project, workType }} onChange={setTarget} />
      <hr />
      <TextFields {...typed} problems={problems.fields} />
      {project !== undefined && workType !== undefined && (
        <CreateAppFields
          projectKey={project.key}
          workTypeId={workType.id}
          values={appFields}
          problems={problems.fields}
        />
      )}
    </DialogForm>
  );
}

interface Target {
  project: ProjectWithWorkTypes | undefined;
  workType: WorkTypeBean | undefined;
}

/** Starts with the project's first work type. */
function targetIn(project: ProjectWithWorkTypes | undefined): Target {
  return { project, workType: project?.issueTypes[0] };
}

interface TargetFieldsProps extends Target {
  projects: readonly ProjectWithWorkTypes[];
  onChange: (target: Target) => void;
}

/** Where to create, and what. */
function TargetFields({ projects, project, workType, onChange }: TargetFieldsProps) {
  return (
    <>
      <SelectField
        id="create-project"
        label="Project"
        isRequired
        items={projects}
        idOf={({ key }) => key}
        textOf={({ name, key }) => `${name} (${key})`}
        chosen={project}
        onChange={(next) => next.key !== project?.key && onChange(targetIn(next))}
      />
      <SelectField
        id="create-work-type"
        label="Work type"
        isRequired
        items={project?.issueTypes ?? []}
        idOf={({ id }) => id}
        textOf={({ name }) => name}
        chosen={workType}
        onChange={(next) => onChange({ project, workType: next })}
      />
    </>
  );
}

/** The project of the page behind the dialog, else the first. */
function initialProject(
  projects: readonly ProjectWithWorkTypes[],
): ProjectWithWorkTypes | undefined {
  const here = matchPath('/projects/:key', location.pathname)?.key;
  const issue = matchPath('/browse/:key', location.pathname)?.key;
  const key = here ?? issue?.slice(0, issue.lastIndexOf('-'));
  return projects.find((project) => project.key === key) ?? projects[0];
}

interface CreateAppFieldsProps {
  projectKey: string;
  workTypeId: string;
  values: AppFieldValues;
  /** What the server said about a field, by its id. */
  problems: Readonly<Record<string, string>>;
}

/** The app's fields of a create screen; each starts again with another project or work type. */
function CreateAppFields(props: CreateAppFieldsProps) {
  const { projectKey, workTypeId, values, problems } = props;
  const loading = useReply(listCreateFields, projectKey, workTypeId);
  return (
    <WhenLoaded loading={loading} what="fields">
      {(fields) => (
        <AppFields
          key={`${projectKey} ${workTypeId}`}
          {...{ fields, values, problems }}
          screen="issue-create"
          place={{ projectKey, issueTypeId: workTypeId }}
        />
      )}
    </WhenLoaded>
  );
}

/** Creates an issue, and says so with a way to it. */
function useCreate(onCreated: () => void): (fields: Record<string, unknown>) => Promise<void> {
  const { tracker } = useSession();
  const { showSuccess } = useMessages();
  return async (fields) => {
    const { key } = await createIssue(tracker, fields);
    const view = { content: 'View', onClick: () => navigate(`/browse/${key}`) };
    showSuccess({ id: `created ${key}`, title: `You've created ${key}`, actions: [view] });
    announceIssueChange();
    onCreated();
  };
}
