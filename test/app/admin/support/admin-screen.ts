import { mount, textOf, type MountedScreen, type MountOptions } from '../../support/ui-host';
import { facts, field, health, stored } from './admin-rows';
import { ok } from '../../support/replies';
import { pass as passTime } from '../../support/fake-delays';

type Functions = Record<string, (payload: Record<string, unknown>) => unknown>;

/** The admin page on a site where everything but the token is set up, and one query is stored. */
export async function openAdminPage(
  functions: Functions = {},
  host: Pick<MountOptions, 'context' | 'getUrl'> = {},
): Promise<MountedScreen> {
  return mount('src/app/admin/page.tsx', {
    context: { locale: 'en-GB', timezone: 'UTC' },
    ...host,
    functions: {
      facts: () => ok(facts),
      fields: () => ok({ fields: [field] }),
      health: () => ok(health()),
      storedQueries: () => ok({ rows: [stored()] }),
      waitingQueries: () => ok({ rows: [] }),
      ...functions,
    },
  });
}

/** The texts of the table's cells, row by row. */
export function tableRows(screen: MountedScreen): string[][] {
  const [table] = screen.all('DynamicTable');
  const rows = table?.children.find(({ props }) => props.name === 'rows')?.children ?? [];
  return rows.map((row) => row.children.map(textOf));
}

/** Lets the time pass after which the page asks again how far a refresh has come. */
export const pass = (durationMs = 2_000) => passTime(durationMs);

/** The titles under “Needs attention”: each row has an icon and then its texts. */
export function attentionOf(screen: MountedScreen): string[] {
  return screen.all('Inline').flatMap(({ children: [icon, texts] }) => {
    if (icon?.children[0]?.type !== 'Icon') return [];
    let first = texts;
    while (first && first.type !== 'Text') [first] = first.children;
    return first ? [textOf(first)] : [];
  });
}
