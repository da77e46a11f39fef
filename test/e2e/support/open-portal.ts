import type { Locator, Page } from 'playwright-core';
import * as z from 'zod';
import type { SandboxControl } from '../../support/sandbox-control';
import type { useSharedSandbox } from './use-shared-sandbox';

type Shared = ReturnType<typeof useSharedSandbox>;
type PortalAccount = 'customer' | 'unlicensed';

const fields = {
  asset: { id: 'customfield_10050', contextId: '10152', configurationId: '10252' },
  city: { id: 'customfield_10051', contextId: '10153', configurationId: '10253' },
};

const configurations = z.object({
  values: z.array(z.object({ id: z.string(), configuration: z.looseObject({}) })),
});
const found = z.object({
  issues: z.array(
    z.object({
      fields: z.looseObject({
        [fields.asset.id]: z.object({ objects: z.array(z.unknown()) }).nullish(),
      }),
    }),
  ),
});

type PortalUse = 'nothing' | 'labels' | 'attributes';

/** Opens both fields of the help desk's forms to customers: laptops in use, and places. */
export async function configurePortal(control: SandboxControl, portal: PortalUse): Promise<void> {
  await configure(control, fields.asset, { portal, query: 'Status = "In use"' });
  await configure(control, fields.city, { portal });
  // The app remembers a configuration for a minute.
  await control.advanceClock('2m');
}

async function configure(
  control: SandboxControl,
  { id, configurationId }: typeof fields.asset,
  change: object,
): Promise<void> {
  const path = `/rest/api/3/app/field/${id}/context/configuration`;
  const { values } = configurations.parse(await control.jira('admin', 'GET', path));
  const stored = values.find((entry) => entry.id === configurationId)?.configuration;
  const configured = { id: configurationId, configuration: { ...stored, ...change } };
  await control.jira('admin', 'PUT', path, { configurations: [configured] });
}

/** The help desk's portal, whose fields an admin opened to it: laptops in use, and places. */
export class OpenPortal {
  constructor(private readonly shared: Shared) {}

  configure(portal: PortalUse): Promise<void> {
    return configurePortal(this.shared.control, portal);
  }

  async saveToken(): Promise<void> {
    await this.shared.control.invoke({
      ...{ account: 'admin', moduleKey: 'admin', functionKey: 'saveToken' },
      ...{ payload: { token: 'demo-admin-token', isInsistedOn: true }, extension: {} },
    });
  }

  async openForm(account: PortalAccount, requestType: string): Promise<Page> {
    const page = await this.shared.session.openAs(account, '/portal/1');
    await page.getByRole('link', { name: requestType }).click();
    return page;
  }

  field(page: Page, name: 'Asset'): Locator {
    return page.getByRole('group', { name, exact: true });
  }

  /** What Jira stores in the field of the request that was made last. */
  async assetsOfNewestRequest(): Promise<readonly unknown[]> {
    const jql = 'project = HELP order by created desc';
    const body = { jql, fields: [fields.asset.id], maxResults: 1 };
    const reply = await this.shared.control.jira('admin', 'POST', '/rest/api/3/search/jql', body);
    return found.parse(reply).issues[0]?.fields[fields.asset.id]?.objects ?? [];
  }
}
