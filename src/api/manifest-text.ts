import { JSON_SCHEMA, YAMLException, load } from 'js-yaml';

/** The text can't be read as YAML. The message is the reason, to be put into a sentence. */
export class ManifestProblem extends Error {
  override readonly name = 'ManifestProblem';
}

const maximumReasonLength = 200;

/**
 * Returns what a manifest's text says, in YAML or JSON. Anchors are refused where they stand: an alias can
 * repeat what is large many times over, and hold itself.
 * @throws {ManifestProblem} with at most a few words of the text
 */
export function parseManifest(text: string): unknown {
  try {
    return load(text, { schema: JSON_SCHEMA, listener: (_event, state) => refuseAnchors(state) });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new ManifestProblem(`it isn’t valid YAML: ${describe(error)}`);
  }
}

/** What the parser says, and where; the lines after the first one quote the text. */
function describe({ message }: YAMLException): string {
  const [reason = ''] = message.split('\n');
  return reason.slice(0, maximumReasonLength).replace(/\((\d+):(\d+)\)$/, '(line $1, column $2)');
}

/** Aliases of anchors that aren't there are refused by the parser. */
function refuseAnchors(state: object): void {
  const anchors: unknown = Reflect.get(state, 'anchorMap');
  // A parser without them can't be checked, so its manifests are refused.
  if (typeof anchors === 'object' && anchors !== null && Object.keys(anchors).length === 0) return;
  throw new ManifestProblem(
    'it uses YAML anchors and aliases (&name, *name). Write each value out',
  );
}
