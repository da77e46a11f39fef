import { List, ListItem, SectionMessage, Spinner, Stack, Text } from '@forge/react';
import { useMemo, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { callResolver } from '../screen/call-resolver';
import { Loaded } from '../screen/loaded';
import { useReply } from '../screen/use-reply';
import { useFieldScreen } from '../field-screen/use-field-screen';
import type { Formats } from '../object-display/formats';
import { configurationTexts as texts } from './configuration-texts';
import { listWorkspaces, type WorkspaceChoice } from './field-configuration-contract';

/** What a form starts with. */
export interface ConfigurationStart<Configuration> {
  /** Undefined where nothing, or nothing readable, is stored. */
  readonly saved: Configuration | undefined;
  readonly workspaces: readonly WorkspaceChoice[];
  readonly formats: Formats;
}

interface ConfigurationScreenProps<Configuration> {
  readonly schema: z.ZodMiniType<Configuration>;
  readonly children: (start: ConfigurationStart<Configuration>) => ReactNode;
}

const loadWorkspaces = () => callResolver(listWorkspaces, {});

/** Where an admin configures one context of a field: loads what the form needs, then draws it. */
export function ConfigurationScreen<Configuration>({
  schema,
  children,
}: ConfigurationScreenProps<Configuration>) {
  const screen = useFieldScreen();
  const loaded = useReply(loadWorkspaces);
  const stored = screen?.configuration ?? undefined;
  const saved = useMemo(() => schema.safeParse(stored).data, [schema, stored]);
  if (!screen || !(loaded.value ?? loaded.trouble))
    return <Spinner size="medium" label={texts.loading} />;
  return (
    <Stack space="space.200">
      {stored !== undefined && !saved && (
        <SectionMessage appearance="warning">
          <Text>{texts.unreadable}</Text>
        </SectionMessage>
      )}
      <Loaded {...loaded} loadingText={texts.loading} connectReason={texts.connectReason}>
        {({ workspaces }) => children({ saved, workspaces, formats: screen.formats })}
      </Loaded>
    </Stack>
  );
}

/** What an admin who comes back has to know first: what has gone, each with what to do. */
export function FindingsNotice({ findings }: { findings: readonly string[] }) {
  if (findings.length === 0) return null;
  return (
    <SectionMessage appearance="warning" title={texts.noLongerWorks}>
      <List type="unordered">
        {findings.map((finding) => (
          <ListItem key={finding}>
            <Text>{finding}</Text>
          </ListItem>
        ))}
      </List>
    </SectionMessage>
  );
}
