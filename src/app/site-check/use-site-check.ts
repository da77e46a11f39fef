import { useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import { checkSite, siteChecks, type SiteLine } from './site-check-contract';
import { failedLines, type CheckName } from './questions';
import { probeContext, probeLinks } from './screen-probes';
import { siteVerdictOf } from './verdict-of';
import { verdictTexts as texts } from './verdict-texts';

const checks: readonly CheckName[] = [...siteChecks, 'context', 'links'];

interface Results {
  readonly lines: readonly SiteLine[];
  readonly doneCount: number;
  /** Milliseconds since the epoch; undefined while the check is under way. */
  readonly finishedAt: number | undefined;
}

/** Makes one check after the other: some rely on what an earlier one found. A failed check doesn't stop the next one. */
export function useSiteCheck() {
  const [results, setResults] = useState<Results>();

  async function run(): Promise<void> {
    const lines: SiteLine[] = [];
    for (const [doneCount, check] of checks.entries()) {
      setResults({ lines: [...lines], doneCount, finishedAt: undefined });
      lines.push(...(await linesOf(check)));
    }
    setResults({ lines, doneCount: checks.length, finishedAt: Date.now() });
  }

  return { results, isRunning: results !== undefined && results.finishedAt === undefined, run };
}

export const checkCount = checks.length;

async function linesOf(check: CheckName): Promise<readonly SiteLine[]> {
  if (check === 'context' || check === 'links') return linesOfScreen(check);
  const reply = await callResolver(checkSite, { check });
  if (reply.kind === 'ok') return reply.value.lines;
  const found = reply.kind === 'problem' ? `${reply.message} (${reply.code})` : texts.consentAsked;
  return failedLines(check, found);
}

async function linesOfScreen(check: 'context' | 'links'): Promise<readonly SiteLine[]> {
  try {
    return siteVerdictOf(await (check === 'context' ? probeContext() : probeLinks())).lines;
  } catch (error) {
    return failedLines(check, error instanceof Error ? error.name : texts.failed);
  }
}
