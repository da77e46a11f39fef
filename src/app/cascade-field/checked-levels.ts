import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import type { ConfigurationVerdict } from '../field-configuration/use-save';
import { findTemplateFault } from '../query-editor/find-template-fault';
import { cascadeConfigTexts as texts, listNames } from './config-texts';
import type { CascadeLevel, CascadeSource } from './configuration';
import { checkCascade } from './config-functions';
import type { LevelCheck } from './config-replies';

export function tryCascade({ workspaceId, levels }: CascadeSource): Promise<Reply<CascadeReply>> {
  return callResolver(checkCascade, { workspaceId, levels: [...levels] });
}

interface CascadeReply {
  readonly levels: readonly LevelCheck[];
}

interface LevelResult extends Pick<CascadeLevel, 'levelId' | 'name'> {
  readonly result: LevelCheck | undefined;
}

/** Where the service could not be asked: what is wrong whatever it would say. */
export function resultsOf({ levels }: CascadeSource, reply: Reply<CascadeReply>): LevelResult[] {
  return levels.map(({ levelId, name, query }, index) => {
    const result =
      reply.kind === 'ok'
        ? reply.value.levels[index]
        : findTemplateFault(query, levels.slice(0, index));
    return { levelId, name, result };
  });
}

export function faultsOf(results: readonly LevelResult[]): readonly LevelResult[] {
  return results.filter(({ result }) => result?.kind === 'queryError');
}

export function verdictOfLevels(
  source: CascadeSource,
  reply: Reply<CascadeReply>,
): ConfigurationVerdict {
  const names = faultsOf(resultsOf(source, reply)).map(({ name }) => name);
  if (names.length > 0) {
    return { kind: 'faulty', reason: texts.correctQueries(listNames(names), names.length) };
  }
  return reply.kind === 'ok' ? { kind: 'works' } : { kind: 'unchecked', reason: texts.unchecked };
}
