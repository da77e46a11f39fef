import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { appManifest, maximumManifestBytes } from '../../api/app-platform';
import { ManifestProblem, parseManifest } from '../../api/manifest-text';
import { CommandFailure, describeSystemError, systemCode, projectFailure } from '../failure';

/** A manifest of the project, as far as it matters here. */
export interface ProjectManifest {
  readonly path: string;
  /** As the file holds it. */
  readonly bytes: Buffer;
  readonly appKey: string;
  readonly version: string;
  readonly name: string;
}

/**
 * Reads a manifest and checks what the app platform will look at, so that a mistake in it is found
 * before anything is sent.
 * @throws {CommandFailure} `project`
 */
export async function readProjectManifest(path: string): Promise<ProjectManifest> {
  const bytes = await readBytes(path);
  const result = appManifest.safeParse(parseYaml(path, bytes));
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `  ${issue.path.join('.') || 'the manifest'}: ${issue.message}`,
    );
    throw projectFailure(`The manifest ${path} can’t be used:\n${problems.join('\n')}`);
  }
  const { key, version, name = key } = result.data.app;
  return { path, bytes, appKey: key, version, name };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat();
      if (size > maximumManifestBytes) {
        throw unusable(path, 'it is larger than 64 kB, the limit of the app platform');
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const advice =
      systemCode(error) === 'ENOENT'
        ? '. Start a project with wds app create, or name the file with --manifest'
        : '';
    throw unusable(path, `${describeSystemError(error)}${advice}`, error);
  }
}

function parseYaml(path: string, bytes: Buffer): unknown {
  if (bytes.length === 0) throw unusable(path, 'it is empty');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unusable(path, 'it isn’t UTF-8 text');
  }
  try {
    return parseManifest(text);
  } catch (error) {
    if (!(error instanceof ManifestProblem)) throw error;
    throw unusable(path, error.message, error);
  }
}

function unusable(path: string, reason: string, cause?: unknown): CommandFailure {
  return projectFailure(`The manifest ${path} can’t be used: ${reason}.`, cause);
}
