import type { PageFormats } from '../object-display/formats';
import { usePageFormats } from '../object-display/use-page-formats';
import {
  Box,
  Button,
  Heading,
  Icon,
  Inline,
  LinkButton,
  LoadingButton,
  Lozenge,
  Stack,
  Text,
  xcss,
} from '@forge/react';
import type { ReactNode } from 'react';
import { useConnectAddress } from '../screen/use-app-page';
import type { LatestReply } from '../screen/call-resolver';
import type { AdminField, Facts, Health } from './admin-contract';
import { isUnderWay, troubleText } from './admin-parts';
import {
  findServiceAttention,
  findTokenAttention,
  listSearchAttention,
  type Attention,
} from './attention';
import { Checklist } from './checklist';
import type { QueryList } from './queries-section';
import { expiryText } from './token-state';
import { SubtleText } from '../screen/subtle-text';
import { Section } from '../screen/section';

const texts = {
  service: 'Service',
  checking: 'Checking',
  asking: 'Asking the service…',
  available: 'Available',
  unavailable: 'Unavailable',
  notChecked: 'Not checked',
  connectedAs: (name: string, email: string) => `You’re connected as ${name} (${email}).`,
  notConnected: 'Your account isn’t connected.',
  addressUnknown: 'No address. Deploy the app with the service’s address.',
  connect: 'Connect your account',
  checkAgain: 'Check again',

  token: 'Access token',
  notSaved: 'Not saved',
  notSavedAbout: 'It keeps searches up to date.',
  optionalAbout: 'Optional. It keeps searches up to date.',
  neededAbout: 'Customers need it on the service portal.',
  works: 'Works',
  saved: 'Saved',
  owner: (name: string, email: string) => `Belongs to ${name} (${email}).`,
  expires: (when: string) => `Expires: ${when}`,
  saveToken: 'Save a token',
  showToken: 'Show token',

  searches: 'Searches',
  loading: 'Loading',
  loadingAbout: 'Loading the stored queries…',
  refreshing: 'Refreshing',
  needAttention: 'Needs attention',
  upToDate: 'Up to date',
  noneYet: 'None yet',
  noneAbout: 'Nobody has searched yet.',
  count: (count: string, isOne: boolean) =>
    isOne ? '1 stored query.' : `${count} stored queries.`,
  refreshed: (distance: string) => `Last refreshed: ${distance}`,
  showSearches: 'Show searches',

  attention: 'Needs attention',
  toToken: 'Go to the access token',
  toSearches: 'Go to the searches',
};

interface OverviewProps {
  readonly facts: Facts;
  readonly health: LatestReply<Health>;
  readonly fields: LatestReply<{ fields: AdminField[] }>;
  readonly queries: QueryList;
  readonly onCheck: () => void;
  readonly onGoToToken: () => void;
  readonly onGoToSearches: () => void;
}

export function Overview(props: OverviewProps) {
  const formats = usePageFormats();
  const { facts, health, fields, queries } = props;
  const attention = {
    ofToken: findTokenAttention(facts, health.value?.token, fields.value?.fields, formats),
    ofSearches: listSearchAttention(facts, queries.queries, formats),
  };
  return (
    <Stack space="space.300">
      <Inline space="space.200" rowSpace="space.200" alignBlock="stretch" shouldWrap>
        <ServiceCard {...props} />
        <TokenCard {...props} {...attention} />
        <SearchesCard {...props} {...attention} />
      </Inline>
      <AttentionList {...props} {...attention} />
      <Checklist {...props} />
    </Stack>
  );
}

interface AttentiveProps extends OverviewProps {
  readonly ofToken: ReturnType<typeof findTokenAttention>;
  readonly ofSearches: readonly Attention[];
}

/** Side by side where there is room; a narrow screen gives each its whole width. */
const card = xcss({
  width: '260px',
  flexGrow: 1,
  padding: 'space.200',
  borderColor: 'color.border',
  borderStyle: 'solid',
  borderWidth: 'border.width',
  borderRadius: 'radius.medium',
});

type Appearance = 'default' | 'success' | 'removed' | 'moved' | 'inprogress';

interface CardProps {
  readonly title: string;
  readonly state: readonly [Appearance, string];
  readonly sentence: string;
  readonly detail?: string | undefined;
  readonly children: ReactNode;
}

function Card({ title, state: [appearance, state], sentence, detail, children }: CardProps) {
  return (
    <Box xcss={card}>
      <Stack space="space.150" alignInline="start">
        <Inline space="space.100" alignBlock="center" shouldWrap>
          <Heading as="h2" size="xsmall">
            {title}
          </Heading>
          <Lozenge appearance={appearance}>{state}</Lozenge>
        </Inline>
        <Stack space="space.050">
          <Text>{sentence}</Text>
          {detail !== undefined && <SubtleText>{detail}</SubtleText>}
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}

function ServiceCard({ facts, health, onCheck }: OverviewProps) {
  const connectPage = useConnectAddress();
  const isUnconnected = health.value?.account.kind === 'absent' && connectPage !== undefined;
  return (
    <Card
      title={texts.service}
      {...serviceState(health)}
      detail={facts.serviceOrigin ?? texts.addressUnknown}
    >
      {isUnconnected ? (
        <LinkButton spacing="compact" href={connectPage} target="_blank">
          {texts.connect}
        </LinkButton>
      ) : (
        <LoadingButton spacing="compact" isLoading={health.isLoading} onClick={onCheck}>
          {texts.checkAgain}
        </LoadingButton>
      )}
    </Card>
  );
}

function serviceState({
  value,
  trouble,
}: LatestReply<Health>): Omit<CardProps, 'title' | 'children'> {
  if (trouble) return { state: ['moved', texts.notChecked], sentence: troubleText(trouble) };
  if (!value) return { state: ['default', texts.checking], sentence: texts.asking };
  const { account, serviceTrouble } = value;
  if (serviceTrouble !== undefined) {
    return { state: ['removed', texts.unavailable], sentence: serviceTrouble };
  }
  const state = ['success', texts.available] as const;
  if (account.kind === 'absent') return { state, sentence: texts.notConnected };
  if (account.kind === 'fails') return { state, sentence: account.message };
  return { state, sentence: texts.connectedAs(account.name, account.email) };
}

const attentionAppearance = { error: 'removed', warning: 'moved' } as const;

function TokenCard({ facts, health, fields, ofToken, onGoToToken }: AttentiveProps) {
  const formats = usePageFormats();
  const { token } = facts;
  const { value, isLoading } = health;
  const state = ofToken
    ? ([attentionAppearance[ofToken.tone], ofToken.state] as const)
    : value?.token.kind === 'works'
      ? (['success', texts.works] as const)
      : (['default', isLoading ? texts.checking : texts.saved] as const);
  const unsavedAbout = fields.value ? texts.optionalAbout : texts.notSavedAbout;
  const missing = ofToken ? texts.neededAbout : unsavedAbout;
  const failure = value?.token.kind === 'fails' ? value.token.message : undefined;
  const detail = token && texts.expires(expiryText(token, facts.now, formats));
  return (
    <Card
      title={texts.token}
      state={token || ofToken ? state : ['default', texts.notSaved]}
      sentence={token ? (failure ?? texts.owner(token.ownerName, token.ownerEmail)) : missing}
      detail={detail ?? undefined}
    >
      <Button spacing="compact" onClick={onGoToToken}>
        {token ? texts.showToken : texts.saveToken}
      </Button>
    </Card>
  );
}

function SearchesCard(props: AttentiveProps) {
  const formats = usePageFormats();
  const { facts, queries, onGoToSearches } = props;
  const { lastRun, now } = facts;
  const detail = lastRun && texts.refreshed(formats.distance(lastRun.finishedAt - now));
  return (
    <Card title={texts.searches} {...searchesState(props, formats)} detail={detail ?? undefined}>
      <Button spacing="compact" isDisabled={queries.isFirstLoad} onClick={onGoToSearches}>
        {texts.showSearches}
      </Button>
    </Card>
  );
}

function searchesState(
  { facts, queries: { queries, isFirstLoad, trouble }, ofSearches }: AttentiveProps,
  formats: PageFormats,
): Omit<CardProps, 'title' | 'children'> {
  if (isFirstLoad) return { state: ['default', texts.loading], sentence: texts.loadingAbout };
  if (trouble) return { state: ['moved', texts.notChecked], sentence: troubleText(trouble) };
  const sentence =
    queries.length === 0
      ? texts.noneAbout
      : texts.count(formats.number(queries.length), queries.length === 1);
  if (isUnderWay(facts.run)) return { state: ['inprogress', texts.refreshing], sentence };
  if (queries.length === 0) return { state: ['default', texts.noneYet], sentence };
  if (ofSearches.length > 0) {
    return { state: ['moved', texts.needAttention], sentence };
  }
  return { state: ['success', texts.upToDate], sentence };
}

/** What needs the admin, with where to do it; nothing where nothing does. */
function AttentionList(props: AttentiveProps) {
  const { health, fields, ofToken, ofSearches, onGoToToken, onGoToSearches } = props;
  const { serviceTrouble } = health.value ?? {};
  const ofService = findServiceAttention(serviceTrouble, ofToken, fields.value?.fields);
  if (!ofToken && !ofService && ofSearches.length === 0) return null;
  return (
    <Section title={texts.attention}>
      {ofService && <AttentionRow attention={ofService} />}
      {ofToken && (
        <AttentionRow attention={ofToken} actionText={texts.toToken} onAction={onGoToToken} />
      )}
      {ofSearches.map((attention) => (
        <AttentionRow
          key={attention.title}
          attention={attention}
          actionText={texts.toSearches}
          onAction={onGoToSearches}
        />
      ))}
    </Section>
  );
}

interface AttentionRowProps {
  readonly attention: Attention;
  readonly actionText?: string;
  /** Undefined where the page can't help. */
  readonly onAction?: () => void;
}

const iconBox = xcss({ paddingBlockStart: 'space.025' });
const rowText = xcss({ width: '240px', flexGrow: 1 });
const icons = {
  error: { glyph: 'status-error', label: 'Error', color: 'color.icon.danger' },
  warning: { glyph: 'status-warning', label: 'Warning', color: 'color.icon.warning' },
} as const;

function AttentionRow({ attention, actionText, onAction }: AttentionRowProps) {
  const { tone, title, about } = attention;
  return (
    <Inline space="space.100">
      <Box xcss={iconBox}>
        <Icon {...icons[tone]} />
      </Box>
      <Box xcss={rowText}>
        <Stack space="space.100" alignInline="start">
          <Stack space="space.050">
            <Text as="strong">{title}</Text>
            <Text color="color.text.subtle">{about}</Text>
          </Stack>
          {onAction && (
            <Button spacing="compact" onClick={onAction}>
              {actionText}
            </Button>
          )}
        </Stack>
      </Box>
    </Inline>
  );
}
