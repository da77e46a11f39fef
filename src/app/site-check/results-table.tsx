import { Box, DynamicTable, Lozenge, Stack, Text, xcss } from '@forge/react';
import type { SiteLine } from './site-check-contract';
import { siteCheckTexts as texts } from './site-check-texts';

/** Two columns, so that a narrow screen shows all of it. */
const questionCell = xcss({ minWidth: '100px', paddingBlock: 'space.100' });
const resultCell = xcss({ minWidth: '140px', paddingBlock: 'space.100' });

/** What was found, what was expected, and what the app does about it. */
export function ResultsTable({ lines }: { readonly lines: readonly SiteLine[] }) {
  return (
    <DynamicTable
      label={texts.tableLabel}
      head={{
        cells: [
          { key: 'question', content: texts.question },
          { key: 'result', content: texts.result },
        ],
      }}
      rows={lines.map((line) => ({
        key: line.question,
        cells: [
          { key: 'question', content: <Question line={line} /> },
          { key: 'result', content: <Result line={line} /> },
        ],
      }))}
    />
  );
}

const appearances = {
  expected: 'success',
  adapted: 'inprogress',
  different: 'removed',
  open: 'default',
  failed: 'moved',
} as const satisfies Record<SiteLine['state'], string>;

function Question({ line: { question, state } }: { readonly line: SiteLine }) {
  return (
    <Box xcss={questionCell}>
      <Stack space="space.050" alignInline="start">
        <Text>{question}</Text>
        <Lozenge appearance={appearances[state]}>{texts.states[state]}</Lozenge>
      </Stack>
    </Box>
  );
}

function Result({ line }: { readonly line: SiteLine }) {
  return (
    <Box xcss={resultCell}>
      <Stack space="space.050">
        {(['found', 'expected', 'appDoes'] as const).map((part) => (
          <Text key={part}>
            <Text as="strong">{texts[part]}:</Text> {line[part]}
          </Text>
        ))}
      </Stack>
    </Box>
  );
}
