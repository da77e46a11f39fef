import { appManifest, maximumManifestBytes } from '../../api/app-platform';
import { UnreadableManifest, parseManifest } from '../../api/manifest-text';
import { Refusal, invalid } from '../base/refusals/refusal';
import { assertStorable } from '../model/resources/assert-storable';
import { checkInput, describeSchemaError, violationsOf } from '../base/refusals/schema-violations';
import { isStorable } from '../base/refusals/storable-text';

/** What the app platform takes from a manifest. */
export interface ReadManifest {
  readonly appKey: string;
  readonly name: string;
  readonly version: string;
  /** As it was sent. */
  readonly text: string;
}

/**
 * @param bytes the body of the call, YAML or JSON
 * @throws Refusal 400, with violations if it can be read but lacks something; 413 if it is too long
 */
export function readManifest(bytes: Uint8Array): ReadManifest {
  const text = decode(bytes);
  const document = parse(text);
  const manifest = checkInput(appManifest, document);
  if (!manifest.success) {
    throw invalid(
      `The manifest can’t be deployed: ${describeSchemaError(manifest.error)}`,
      violationsOf(manifest.error, document, 'APP'),
    );
  }
  const { key, version, name = key } = manifest.data.app;
  assertStorable({ 'app.name': name }, 'APP');
  return { appKey: key, name, version, text };
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new Refusal(400, 'Send the manifest as the body.');
  if (bytes.length > maximumManifestBytes) {
    throw new Refusal(413, 'The manifest is too large: send at most 64 kB.');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isStorable(text)) return text;
  } catch {
    // Refused below, in our words.
  }
  throw new Refusal(400, 'The manifest isn’t UTF-8 text.');
}

function parse(text: string): unknown {
  try {
    return parseManifest(text);
  } catch (error) {
    if (!(error instanceof UnreadableManifest)) throw error;
    throw new Refusal(400, `The manifest can’t be read: ${error.message}.`);
  }
}
