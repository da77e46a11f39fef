/** An app's project page that uses each part of the bridge, and shows what came of it. */
import { invoke, requestJira, router, rovo, view } from '@forge/bridge';

function show(name: string, value: unknown): void {
  const line = document.querySelector(`[data-testid="${name}"]`) ?? document.createElement('p');
  line.setAttribute('data-testid', name);
  line.textContent = `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  document.body.append(line);
}

function addButton(name: string, act: () => unknown): void {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = () => {
    Promise.resolve()
      .then(act)
      .then(
        (value) => value !== undefined && show(name, value),
        (error: unknown) => show(name, `refused: ${String(error)}`),
      );
  };
  document.body.append(button);
}

function addFrame(name: string, address: string): void {
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.src = address;
  document.body.append(frame);
}

async function start(): Promise<void> {
  await view.theme.enable();
  const context = await view.getContext();
  show('extension', context.extension);
  show('color', context.theme?.colorMode);
  const history = await view.createHistory();
  show('path', history.location.pathname);
  history.listen((to, action) => show('path', `${to.pathname} ${action}`));
  addButton('Open tab', () => {
    history.push('/tab/one?x=1');
  });
  addButton('Replace tab', () => {
    history.replace('/tab/two');
  });
  addButton('Leave', () => history.push('/../../settings/fields'));
  addButton('Invoke', () => invoke('view'));
  addButton('Connection', () => invoke('connection'));
  addButton('Throw', () => invoke('fails'));
  addButton('Ask Jira', async () => (await requestJira('/rest/api/3/myself')).json());
  addButton('Name window', () => view.changeWindowTitle('Named by the app'));
  addButton('Open elsewhere', () => router.open('http://127.0.0.1:1/elsewhere'));
  addButton('Run a script', () => router.open('javascript:alert(1)'));
  addButton('Rovo', () => rovo.isEnabled());
  addButton('Pop up', () => (window.open('about:blank') === null ? 'null' : 'opened'));
  addButton('Take the tab', () => window.top?.location.replace('about:blank'));
  addButton('Read the tab', () => window.top?.document.title);
  addButton('Call Jira', async () => (await fetch(`${context.siteUrl}/sandbox/state`)).status);
  addButton('Frame', async () => {
    for (const [name, address] of Object.entries(await invoke<object>('addresses'))) {
      addFrame(name, String(address));
    }
  });
}

start().catch((error: unknown) => show('failure', String(error)));
