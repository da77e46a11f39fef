import { installation } from '../forge/invocation';
import type { Manifest } from '../forge/manifest';
import type { FieldTypeModule } from '../forge/manifest-modules';
import { appIdOf } from '../forge/modules';
import { fieldTypeOf } from '../jira/field-type';
import type { FieldType } from '../jira/field-type';
import type { AppFunction } from '../jql/precomputations/precomputed-functions';

/** The id under which Jira knows a module of the app. */
export function moduleAri(manifest: Manifest, moduleKey: string): string {
  return `ari:cloud:ecosystem::extension/${appIdOf(manifest)}/${installation.environmentId}/static/${moduleKey}`;
}

/** What the app adds to Jira's fields. */
export function fieldTypesOf(manifest: Manifest): readonly FieldType[] {
  return manifest.modules['jira:customFieldType'].map((module) =>
    fieldTypeOf(declarationOf(manifest, module)),
  );
}

/** What the app adds to JQL. */
export function jqlFunctionsOf(manifest: Manifest): readonly AppFunction[] {
  return manifest.modules['jira:jqlFunction'].map(({ key, name, types, operators, ...more }) => ({
    functionKey: moduleAri(manifest, key),
    arguments: more.arguments,
    ...{ name, types, operators },
  }));
}

function declarationOf(
  manifest: Manifest,
  { key, name, description, schema, ...more }: FieldTypeModule,
) {
  const { validation } = more.edit;
  return {
    key,
    ari: moduleAri(manifest, key),
    name,
    description,
    schema,
    formatterExpression: more.view.formatter.expression,
    ...(validation && { validation }),
  };
}
