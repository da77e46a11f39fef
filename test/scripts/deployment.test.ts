import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { majorVersionAdvice, problemOfForgeCli, readDeployment } from '../../scripts/deployment';

const environment = { WDS_ORIGIN: 'https://data.acme.test', WDS_CLIENT_ID: 'jira' };
const commandLine = ['-e', 'production'];

describe('readDeployment', () => {
  test('gives the environment and the variables', () => {
    expect(readDeployment(commandLine, environment)).toEqual({
      ok: true,
      deployment: {
        environment: 'production',
        variables: { ...environment, WDS_EXPECTED_SITES: '1' },
        forgeOptions: [],
      },
    });
  });

  test.each([
    ['1', true],
    ['50', true],
    ['0', false],
    ['51', false],
    ['many', false],
    ['2.5', false],
    ['', false],
  ])('takes WDS_EXPECTED_SITES=%s: %s', (WDS_EXPECTED_SITES, isTaken) => {
    const reading = readDeployment(commandLine, { ...environment, WDS_EXPECTED_SITES });
    expect(reading).toMatchObject(
      isTaken
        ? { deployment: { variables: { WDS_EXPECTED_SITES } } }
        : { problems: [expect.stringContaining('a whole number from 1 to 50')] },
    );
  });

  test.each([
    ['after ours', ['-e', 'production', '--approve', 'MAJOR_VERSION_RULE', '--no-verify']],
    ['around ours', ['--approve', 'MAJOR_VERSION_RULE', '--environment=production', '--no-verify']],
  ])('hands the options of forge on, %s', (_name, given) => {
    expect(readDeployment(given, environment)).toMatchObject({
      ok: true,
      deployment: {
        environment: 'production',
        forgeOptions: ['--approve', 'MAJOR_VERSION_RULE', '--no-verify'],
      },
    });
  });

  test.each([
    ['the example address', 'https://wds.example.com', 'example'],
    ['an address of this machine', 'https://localhost', 'cannot reach localhost'],
    ['plain http', 'http://data.acme.test', 'https://'],
    ['a path', 'https://data.acme.test/wds', 'scheme, host and port only'],
    ['a trailing slash', 'https://data.acme.test/', 'scheme, host and port only'],
    ['a port that the platform blocks', 'https://data.acme.test:9000', 'port 9000'],
    ['no address', 'acme', 'isn’t an address'],
    ['nothing', '', 'Set WDS_ORIGIN'],
  ])('refuses %s as the origin', (_name, origin, sentence) => {
    const reading = readDeployment(commandLine, { ...environment, WDS_ORIGIN: origin });
    expect(reading).toEqual({ ok: false, problems: [expect.stringContaining(sentence)] });
  });

  test.each([[[]], [['-e']], [['-e', 'a b']], [['--wrong']]])(
    'asks for the environment when the command line is %j',
    (wrong) => {
      const reading = readDeployment(wrong, environment);
      expect(reading).toEqual({
        ok: false,
        problems: [expect.stringContaining('Name the Forge environment')],
      });
    },
  );

  test('lists every problem at once', () => {
    const reading = readDeployment([], {});
    expect(reading.ok ? [] : reading.problems).toHaveLength(3);
  });

  test('accepts a port that the platform allows', () => {
    const origin = 'https://data.acme.test:8443';
    expect(readDeployment(commandLine, { ...environment, WDS_ORIGIN: origin }).ok).toBe(true);
  });
});

describe('problemOfForgeCli', () => {
  test.each(['12.8.0', '13.0.1', '13.3.0', '13.3.9'])('refuses %s with the reason', (version) => {
    expect(problemOfForgeCli(`${version}\n`)).toContain('MANIFEST_INVALID_RULE');
  });

  test.each(['13.4.0', '13.10.2', '14.0.0', '13.4.0-next.1'])('accepts %s', (version) => {
    expect(problemOfForgeCli(`${version}\n`)).toBeUndefined();
  });

  test('refuses what names no version', () => {
    expect(problemOfForgeCli('not logged in')).toContain('not logged in');
  });
});

test('says which changes make a major version, and what to run then', () => {
  const advice = majorVersionAdvice('staging');
  expect(advice).toContain('npm run deploy -- -e staging --approve MAJOR_VERSION_RULE');
  expect(advice).toContain('forge install --upgrade -e staging');
});

describe('npm run deploy', () => {
  test('sets and uploads nothing with a Forge CLI that is too old', () => {
    const directory = mkdtempSync(join(tmpdir(), 'forge-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const calls = join(directory, 'calls');
    writeFileSync(join(directory, 'forge'), `#!/bin/sh\necho "$@" >> ${calls}\necho 13.3.0\n`, {
      mode: 0o755,
    });
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'scripts/deploy.ts', ...commandLine],
      { env: { ...environment, PATH: `${directory}:/bin` }, encoding: 'utf8' },
    );
    expect(stderr).toContain('Install 13.4.0 or newer');
    expect(status).toBe(1);
    expect(readFileSync(calls, 'utf8')).toBe('--version\n');
  });
});
