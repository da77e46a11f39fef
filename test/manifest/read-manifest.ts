import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import * as z from 'zod';

const experiences = z.array(z.string());
const fieldType = z.object({
  key: z.string(),
  resolver: z.object({ function: z.string() }),
  view: z.object({ experience: experiences, formatter: z.object({ expression: z.string() }) }),
  edit: z.object({ experience: experiences, validation: z.object({ expression: z.string() }) }),
  unlicensedAccess: z.array(z.string()).default([]),
});

/** Modules whose function the platform itself calls. */
const unattendedModules = z.array(z.object({ key: z.string(), function: z.string() }));

const manifestSchema = z.object({
  permissions: z.object({ scopes: z.array(z.string()) }),
  remotes: z.array(z.object({ key: z.string() })),
  providers: z.object({ auth: z.array(z.object({ key: z.string() })) }),
  modules: z.object({
    'jira:customFieldType': z.array(fieldType),
    'jira:projectPage': z.array(z.object({ resolver: z.object({ function: z.string() }) })),
    'jira:jqlFunction': unattendedModules,
    trigger: unattendedModules,
    scheduledTrigger: unattendedModules,
    consumer: unattendedModules,
    preUninstall: unattendedModules,
    function: z.array(
      z.object({
        key: z.string(),
        handler: z.string(),
        providers: z.object({ auth: z.array(z.unknown()) }).optional(),
      }),
    ),
  }),
});

export type Manifest = z.infer<typeof manifestSchema>;

export function readManifestSource(): unknown {
  return load(readFileSync('manifest.yml', 'utf8'));
}

export function readManifest(): Manifest {
  return manifestSchema.parse(readManifestSource());
}
