import { useCallback, useState, type FormEvent } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import { RequiredAsterisk } from '@atlaskit/form';
import { ModalBody, ModalFooter, ModalHeader, ModalTitle } from '@atlaskit/modal-dialog';
import { listProjects } from '../calls/jira-calls';
import type { ProjectBean, WorkTypeBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { matchPath } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';
import { documentOfText } from './adf';
import { CreateAppFields } from './create-app-fields';
import { ProjectSelect, WorkTypeSelect } from './create-selects';
import { DescriptionField, SummaryField } from './create-texts';
import { useAppFieldValues } from './form-app-field';
import { FormProblems } from './form-problems';
import { useCreate } from './use-create';
import { useFormSubmission } from './use-form-submission';

interface CreateFormProps {
  onDirty: () => void;
  onCancel: () => void;
  onCreated: () => void;
}

/** The content of the create dialog, once it is known which projects the person may browse. */
export function CreateForm(props: CreateFormProps) {
  const { tracker } = useSession();
  const projects = useLoaded(useCallback(() => listProjects(tracker), [tracker]));
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

type ProjectFormProps = CreateFormProps & { projects: readonly ProjectBean[] };

function ProjectForm({ projects, onDirty, onCancel, onCreated }: ProjectFormProps) {
  const [project, setProject] = useState(() => initialProject(projects));
  const [workType, setWorkType] = useState<WorkTypeBean>();
  const onChanged = (fieldId: string) => {
    forget(fieldId);
    onDirty();
  };
  const texts = useTexts(onChanged);
  const appFields = useAppFieldValues(onChanged);
  const create = useCreate(onCreated);
  const { problems, isUnderWay, submit, forget } = useFormSubmission(appFields, (values) =>
    create({
      project: project && { key: project.key },
      issuetype: workType && { id: workType.id },
      summary: texts.summary,
      description: documentOfText(texts.description),
      ...values,
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const fieldProblems = problems.fields;
  return (
    <form onSubmit={onSubmit} noValidate className="dialog-form">
      <ModalHeader hasCloseButton>
        <ModalTitle>Create work item</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <FormProblems title="The work item wasn’t created" messages={problems.general} />
        <p className="subtle small">
          Required fields are marked with an asterisk <RequiredAsterisk />
        </p>
        <TargetFields {...{ projects, project, setProject, workType, setWorkType }} />
        <hr />
        <SummaryField
          value={texts.summary}
          problem={fieldProblems.summary}
          onChange={(summary) => texts.change('summary', summary)}
        />
        <DescriptionField
          value={texts.description}
          problem={fieldProblems.description}
          onChange={(description) => texts.change('description', description)}
        />
        {project !== undefined && workType !== undefined && (
          <CreateAppFields
            projectKey={project.key}
            workTypeId={workType.id}
            values={appFields}
            problems={fieldProblems}
          />
        )}
      </ModalBody>
      <CreateActions {...{ onCancel, isUnderWay }} canCreate={workType !== undefined} />
    </form>
  );
}

function useTexts(onChanged: (fieldId: string) => void) {
  const [texts, setTexts] = useState({ summary: '', description: '' });
  const change = (fieldId: keyof typeof texts, text: string) => {
    setTexts({ ...texts, [fieldId]: text });
    onChanged(fieldId);
  };
  return { ...texts, change };
}

interface TargetFieldsProps {
  projects: readonly ProjectBean[];
  project: ProjectBean | undefined;
  setProject: (project: ProjectBean) => void;
  workType: WorkTypeBean | undefined;
  setWorkType: (workType: WorkTypeBean | undefined) => void;
}

function TargetFields(props: TargetFieldsProps) {
  const { projects, project, setProject, workType, setWorkType } = props;
  return (
    <>
      <ProjectSelect
        projects={projects}
        project={project}
        onChange={(next) => {
          if (next.key === project?.key) return;
          setProject(next);
          setWorkType(undefined);
        }}
      />
      {project !== undefined && (
        <WorkTypeSelect
          key={project.key}
          projectKey={project.key}
          workType={workType}
          onChange={setWorkType}
        />
      )}
    </>
  );
}

interface CreateActionsProps {
  onCancel: () => void;
  isUnderWay: boolean;
  canCreate: boolean;
}

function CreateActions({ onCancel, isUnderWay, canCreate }: CreateActionsProps) {
  return (
    <ModalFooter>
      <Button appearance="subtle" onClick={onCancel}>
        Cancel
      </Button>
      <Button appearance="primary" type="submit" isLoading={isUnderWay} isDisabled={!canCreate}>
        Create
      </Button>
    </ModalFooter>
  );
}

/** The project of the page behind the dialog, else the first. */
function initialProject(projects: readonly ProjectBean[]): ProjectBean | undefined {
  const here = matchPath('/projects/:key', location.pathname)?.key;
  const issue = matchPath('/browse/:key', location.pathname)?.key;
  const key = here ?? issue?.slice(0, issue.lastIndexOf('-'));
  return projects.find((project) => project.key === key) ?? projects[0];
}
