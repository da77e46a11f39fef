import { Inline, Link, List, ListItem, LoadingButton, Stack, Text } from '@forge/react';
import { searchPage } from '../jql/search-page';
import type { PageFormats } from '../object-display/use-page-formats';
import { ResultsExport } from './results-export';
import { ResultsTable } from './results-table';
import { siteCheckTexts as texts } from './site-check-texts';
import { checkCount, useSiteCheck } from './use-site-check';

export interface JiraScreen {
  readonly name: string;
  readonly address: string;
}

interface SiteCheckSectionProps {
  readonly formats: PageFormats;
  /** Jira's own screens that the app links to, beside its search. */
  readonly screens: readonly JiraScreen[];
}

/** Finds out how this site does what nobody could try without one. */
export function SiteCheckSection({ formats, screens }: SiteCheckSectionProps) {
  const { results, isRunning, run } = useSiteCheck();
  const number = (count: number) => formats.number(count);
  return (
    <Stack space="space.200" alignInline="start">
      <Stack space="space.100">
        <Text>{texts.about}</Text>
        <Text>{texts.safe}</Text>
      </Stack>
      <Inline space="space.100" alignBlock="center" shouldWrap>
        <LoadingButton appearance="primary" isLoading={isRunning} onClick={() => void run()}>
          {results?.finishedAt === undefined ? texts.button : texts.again}
        </LoadingButton>
        {results?.finishedAt !== undefined && (
          <ResultsExport lines={results.lines} checkedAt={results.finishedAt} />
        )}
      </Inline>
      {results && isRunning && (
        <Text>{texts.progress(number(results.doneCount), number(checkCount))}</Text>
      )}
      {results?.finishedAt !== undefined && (
        <Text>
          {texts.summary(
            number(results.lines.filter(({ state }) => state === 'expected').length),
            number(results.lines.length),
          )}
          . {texts.checkedAt(formats.moment(results.finishedAt))}
        </Text>
      )}
      {results && results.lines.length > 0 && <ResultsTable lines={results.lines} />}
      {results?.finishedAt !== undefined && (
        <JiraScreens screens={[{ name: texts.search, address: searchPage }, ...screens]} />
      )}
    </Stack>
  );
}

function JiraScreens({ screens }: { readonly screens: readonly JiraScreen[] }) {
  return (
    <Stack space="space.050">
      <Text>{texts.jiraScreens}</Text>
      <List type="unordered">
        {screens.map(({ name, address }) => (
          <ListItem key={address}>
            <Link href={address} openNewTab>
              {name}
            </Link>
          </ListItem>
        ))}
      </List>
    </Stack>
  );
}
