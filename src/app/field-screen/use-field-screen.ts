import { useProductContext } from '@forge/react';
import { useMemo } from 'react';
import * as z from 'zod/mini';

const extension = z.object({
  fieldValue: z.optional(z.unknown()),
  renderContext: z.optional(z.nullable(z.string())),
  configuration: z.optional(z.unknown()),
});

export interface FieldScreen {
  /** As Jira stores it, unchecked. */
  readonly fieldValue: unknown;
  /** `issue-view`, `issue-create`, `issue-transition` or one that this app does not know. */
  readonly renderContext: string;
  /** As Jira stores it, unchecked; only the configuration screen can count on it. */
  readonly configuration: unknown;
}

/** What the host tells the screen; undefined until it has. */
export function useFieldScreen(): FieldScreen | undefined {
  const context = useProductContext();
  return useMemo(() => {
    if (!context) return undefined;
    const { fieldValue, renderContext, configuration } =
      extension.safeParse(context.extension).data ?? {};
    return { fieldValue, renderContext: renderContext ?? '', configuration };
  }, [context]);
}
