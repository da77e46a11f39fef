import { mount, settle, textOf, type MountedScreen } from './ui-host';
import { cascade, city, country, region } from './cascade-configuration';
import { firstOf, id } from './config-screen';
import { ok } from './replies';

export const geography = { id: cascade.workspaceId, name: 'Geography' };
export const it2 = { id: id(2), name: 'IT' };
const attribute = (name: string, attributeTypeCode: string) => ({
  id: id(30),
  name,
  attributeTypeCode,
  isLabel: false,
});
export const types = [
  { id: id(11), name: 'Country', attributes: [attribute('Code', 'TEXT')] },
  { id: id(12), name: 'Region', attributes: [attribute('Country', 'REFERENCE')] },
];
export const levelMatches = (total?: number, ...labels: string[]) => ({
  kind: 'matches',
  ...(total === undefined ? {} : { total }),
  first: firstOf(labels),
});
export const levelError = (message = 'The service knows no "Colour".') => ({
  kind: 'queryError',
  message,
  line: 1,
  column: 1,
  excerpt: 'Colour = 1\n^',
});

type Answer = (payload: Record<string, unknown>) => unknown;

interface CascadeOptions {
  configuration?: unknown;
  workspaces?: Answer;
  cascadeCheck?: Answer;
  cascadePreview?: Answer;
  cascadePreviewAllowed?: Answer;
  submit?: () => unknown;
}

/** The configuration screen of the cascade field. */
export function configureCascade({
  configuration,
  workspaces = () => ok({ workspaces: [geography, it2] }),
  cascadeCheck = ({ levels }) =>
    ok({ levels: (levels as unknown[]).map(() => levelMatches(1, 'One')) }),
  cascadePreview = () => ok({ objects: [], total: 0, query: '' }),
  cascadePreviewAllowed = () => ok({ levels: [] }),
  submit,
}: CascadeOptions = {}) {
  return mount('src/app/cascade-field/config.tsx', {
    extension: { configuration },
    functions: {
      workspaces,
      types: () => ok({ types }),
      cascadeCheck,
      cascadePreview,
      cascadePreviewAllowed,
      issueCount: () => ok({ count: 12 }),
    },
    submit,
  });
}

/** The ids of the levels on the screen, from the first to the last. */
export const shownLevels = (screen: MountedScreen) =>
  screen.all('Textfield').map(({ props }) => String(props.testId).replace(/^name-/, ''));

export const shownQueries = (screen: MountedScreen) =>
  screen.all('TextArea').map(({ props }) => props.defaultValue);

/** The levels that show their name and query alone, each as `name query`. */
export const foldedLevels = (screen: MountedScreen) =>
  screen
    .all('Text')
    .filter(({ props }) => props.maxLines === 2)
    .map(textOf);

/** Expands the level if it is folded, which may fold others. */
export async function openLevel(screen: MountedScreen, levelId: string) {
  const toggles = () =>
    screen.all('Button').filter((node) => /^(Expand|Collapse)$/.test(textOf(node)));
  for (let place = 0; !shownLevels(screen).includes(levelId); place += 1) {
    const toggle = toggles()[place];
    if (!toggle) throw new Error(`No level can be opened as ${levelId}`);
    if (textOf(toggle) === 'Expand') screen.fire(toggle, 'onClick');
    await settle();
  }
}

export async function rename(screen: MountedScreen, levelId: string, name: string) {
  await openLevel(screen, levelId);
  const input = () => screen.get('Textfield', { testId: `name-${levelId}` });
  await screen.act(input(), 'onChange', { target: { value: name } });
  await screen.act(input(), 'onBlur', { target: {} });
}

export async function writeQuery(screen: MountedScreen, levelId: string, query: string) {
  await openLevel(screen, levelId);
  const input = screen.get('TextArea', { testId: `query-${levelId}` });
  await screen.act(input, 'onChange', { target: { value: query } });
}

/** Presses a button of the level at this place, counted from 0. */
export async function pressOf(screen: MountedScreen, place: number, label: string) {
  const button = screen.all('Button').filter((node) => textOf(node) === label)[place];
  if (!button) throw new Error(`Level ${place + 1} has no button "${label}"`);
  await screen.act(button, 'onClick');
}

export { cascade, city, country, region };
