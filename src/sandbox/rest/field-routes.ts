import * as z from 'zod';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import { requireAdministrator } from '../jira/permissions';
import { fieldBean, systemFieldBeans } from './representations';
import type { JiraReply } from './jira-request';
import { parameter, readBody } from './route';
import type { Route, RouteCall } from './route';
import type { CustomField } from '../jira/state';

export const fieldRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/field',
    scopes: [['read:jira-work'], ['read:field:jira', 'read:field-configuration:jira']],
    answer: listFields,
  },
  {
    method: 'POST',
    path: '/field',
    scopes: [['manage:jira-configuration'], ['write:field:jira']],
    answer: createField,
  },
  {
    method: 'PUT',
    path: '/field/{fieldId}',
    scopes: [['manage:jira-configuration'], ['write:field:jira']],
    answer: updateField,
  },
];

function listFields({ model }: RouteCall): JiraReply {
  const custom = model.state.fields.map((field) => fieldBean(model, field));
  return { status: 200, body: [...systemFieldBeans, ...custom] };
}

const newField = z.strictObject({
  name: z.string().trim().min(1, 'A name is needed.').max(255),
  description: z.string().max(40_000).default(''),
  /** ARI of an app's field type. */
  type: z.string(),
});

/** The new field has one global context without configuration, as in Jira. */
function createField(call: RouteCall): JiraReply {
  const { model, caller } = call;
  requireAdministrator(caller);
  const { name, description, type } = readBody(call, newField);
  const fieldType = model.fieldTypes.find(({ declaration }) => declaration.ari === type);
  if (!fieldType) throw new JiraError(400, [], { type: `There is no field type '${type}'.` });
  const field: CustomField = {
    id: `customfield_${model.takeId()}`,
    name,
    description,
    typeKey: fieldType.declaration.key,
    contexts: [globalContextOf(model, name)],
  };
  model.state.fields.push(field);
  return { status: 201, body: fieldBean(model, field) };
}

const fieldUpdate = z.strictObject({
  name: newField.shape.name.optional(),
  description: newField.shape.description.unwrap().optional(),
});

function updateField(call: RouteCall): JiraReply {
  requireAdministrator(call.caller);
  const field = call.model.getField(parameter(call, 'fieldId'));
  Object.assign(field, readBody(call, fieldUpdate));
  return { status: 204 };
}

function globalContextOf(model: JiraModel, fieldName: string): CustomField['contexts'][number] {
  return {
    id: model.takeId(),
    name: `Default configuration for ${fieldName}`,
    description: '',
    projectIds: [],
    workTypeIds: [],
    configurationId: model.takeId(),
  };
}
