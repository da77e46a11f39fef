import { SectionMessage, Text } from '@forge/react';
import { countKinds, type UpkeepCounts } from '../label-upkeep/upkeep-facts';
import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import { WorkItemLinks } from './admin-parts';

const texts = {
  outcome: {
    done: (count: string) => `${count} checked`,
    outdated: (count: string) => `${count} outdated`,
    written: (count: string) => `${count} refreshed`,
    changedMeanwhile: (count: string) => `${count} skipped because someone edited them`,
    unreadable: (count: string) => `${count} unreadable (unchanged)`,
    unconfigured: (count: string) => `${count} where the field isn’t configured`,
    hidden: (count: string) => `${count} where the token can’t read the workspace or type`,
    restricted: (count: string) =>
      `${count} with labels that stay, because not every member may read the type`,
  },
  unwritable: (count: string, isOne: boolean) =>
    isOne ? '1 work item couldn’t be updated' : `${count} work items couldn’t be updated`,
  unwritableAbout: 'Jira rejected these changes. Open each work item and save the field there.',
};

/** All but what Jira refused to write, which stands by itself. */
const listedKinds = countKinds.filter((kind) => kind !== 'unwritable');

/** Lists the counts above zero, the first of them before a colon. */
export function countsOf(counts: UpkeepCounts, formats: Pick<PageFormats, 'number'>): string {
  const [all, ...parts] = listedKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => texts.outcome[kind](formats.number(counts[kind])));
  return [all ?? '', ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ');
}

/** Shows what Jira refused to write; nothing where it refused nothing. */
export function Unwritable({
  counts: { unwritable, unwritableKeys },
}: {
  readonly counts: UpkeepCounts;
}) {
  const formats = usePageFormats();
  if (unwritable === 0) return null;
  return (
    <SectionMessage
      appearance="warning"
      title={texts.unwritable(formats.number(unwritable), unwritable === 1)}
    >
      <Text>{texts.unwritableAbout}</Text>
      <WorkItemLinks keys={unwritableKeys} />
    </SectionMessage>
  );
}
