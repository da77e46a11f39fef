import { describe, expect, it } from 'vitest';
import { readDeployment } from '../../scripts/deployment';

const environment = { WDS_ORIGIN: 'https://data.acme.test', WDS_CLIENT_ID: 'jira' };
const commandLine = ['-e', 'production'];

describe('readDeployment', () => {
  it('gives the environment and both variables', () => {
    expect(readDeployment(commandLine, environment)).toEqual({
      ok: true,
      deployment: { environment: 'production', variables: environment },
    });
  });

  it.each([
    ['the example address', 'https://wds.example.com', 'example'],
    ['an address of this machine', 'https://localhost', 'cannot reach localhost'],
    ['plain http', 'http://data.acme.test', 'https://'],
    ['a path', 'https://data.acme.test/wds', 'scheme, host and port only'],
    ['a trailing slash', 'https://data.acme.test/', 'scheme, host and port only'],
    ['a port that the platform blocks', 'https://data.acme.test:9000', 'port 9000'],
    ['no address', 'acme', 'no address'],
    ['nothing', '', 'Set WDS_ORIGIN'],
  ])('refuses %s as the origin', (_name, origin, sentence) => {
    const reading = readDeployment(commandLine, { ...environment, WDS_ORIGIN: origin });
    expect(reading).toEqual({ ok: false, problems: [expect.stringContaining(sentence)] });
  });

  it.each([[[]], [['-e']], [['-e', 'a b']], [['--wrong']]])(
    'asks for the environment when the command line is %j',
    (wrong) => {
      const reading = readDeployment(wrong, environment);
      expect(reading).toEqual({
        ok: false,
        problems: [expect.stringContaining('Name the Forge environment')],
      });
    },
  );

  it('lists every problem at once', () => {
    const reading = readDeployment([], {});
    expect(reading.ok ? [] : reading.problems).toHaveLength(3);
  });

  it('accepts a port that the platform allows', () => {
    const origin = 'https://data.acme.test:8443';
    expect(readDeployment(commandLine, { ...environment, WDS_ORIGIN: origin }).ok).toBe(true);
  });
});
