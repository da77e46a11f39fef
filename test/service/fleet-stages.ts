import type { Workflow } from '../../src/api/workflow';
import type { Queryable } from '../../src/service/base/database/database';
import { insertWorkflow } from '../../src/service/model/resources/workflows';
import { insertContent } from './rows';

export const states = { ordered: id(261), used: id(262), broken: id(263), gone: id(264) } as const;
export const transitions = {
  deliver: id(271),
  breakDown: id(272),
  repair: id(273),
  replace: id(274),
  scrap: id(275),
} as const;

/** One transition leads from one state to another, but two from broken to used. */
const workflow: Omit<Workflow, 'id'> = {
  name: 'Stages',
  initialStateId: states.ordered,
  states: [
    { id: states.ordered, name: 'Ordered', isEndState: false },
    { id: states.used, name: 'In use', isEndState: false },
    { id: states.broken, name: 'Broken', isEndState: false },
    { id: states.gone, name: 'Gone', isEndState: true },
  ],
  transitions: [
    transition('deliver', 'ordered', 'used'),
    transition('breakDown', 'used', 'broken'),
    transition('repair', 'broken', 'used'),
    transition('replace', 'broken', 'used'),
    transition('scrap', 'broken', 'gone'),
  ],
};

function transition(
  name: keyof typeof transitions,
  from: keyof typeof states,
  to: keyof typeof states,
): Workflow['transitions'][number] {
  return { id: transitions[name], name, fromStateId: states[from], toStateId: states[to] };
}

/** Uploads by their keys; `front` and `back` are the values of a laptop. */
const contents = { front: 'Front view.jpg', back: 'back.png', fresh: 'fresh.pdf', other: 'x.txt' };

/** What a laptop's notes look like as an editor keeps them. */
export const richNotes = JSON.stringify({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Tücken' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Ask ', marks: [{ type: 'bold' }] },
        { type: 'mention', attrs: { id: id(12), label: 'Ben' } },
        { type: 'hardBreak' },
        { type: 'text', text: 'first' },
      ],
    },
  ],
});

/** Puts the workflow and the uploads into the workspace. */
export async function fillStages(
  database: Queryable,
  workspaceId: string,
  workflowId: string,
): Promise<void> {
  await insertWorkflow(database, workspaceId, { ...workflow, id: workflowId });
  for (const [key, fileName] of Object.entries(contents)) {
    await insertContent(database, workspaceId, key, fileName);
  }
}

/** A workflow and an upload of another workspace. */
export async function fillArchiveStages(
  database: Queryable,
  workspaceId: string,
  workflowId: string,
): Promise<void> {
  await insertContent(database, workspaceId, 'foreign', 'foreign.jpg');
  await insertWorkflow(database, workspaceId, {
    id: workflowId,
    name: 'Archiving',
    initialStateId: id(281),
    states: [{ id: id(281), name: 'Archived', isEndState: true }],
    transitions: [],
  });
}

/** The id with this number at its end. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
