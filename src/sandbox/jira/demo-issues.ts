import type { DemoFacts, DemoObject } from './demo-objects';
import { cityValue, objectValue } from './demo-objects';

export interface DemoIssue {
  project: 'DEMO' | 'HELP';
  workType: 'Task' | 'Bug' | 'Story' | 'Service request' | 'Incident';
  summary: string;
  description: string;
  status: 'To Do' | 'In Progress' | 'Done';
  reporter: string;
  assignee?: string;
  /** Stored as it is, so that broken values can be shown too. */
  asset?: unknown;
  city?: unknown;
  /** Id of the request type, where it was raised on the portal. */
  requestTypeId?: string;
}

/** The issues of both projects in the order of their numbers. */
export function demoIssues(facts: DemoFacts): readonly DemoIssue[] {
  return [
    ...issuesWithAssets(facts),
    ...issuesWithCities(facts),
    ...otherIssues,
    ...helpDeskIssues(facts),
  ];
}

/** Each stored value is one that the field has to cope with. */
function issuesWithAssets({ laptops, contracts }: DemoFacts): readonly DemoIssue[] {
  const laptop = (index: number) => at(laptops, index);
  const renamed = (index: number, label: string) => ({ ...laptop(index), label });
  const gone = {
    objectId: '0f0e0d0c-0b0a-4908-8706-050403020100',
    label: 'MacBook Pro 13 (retired pool)',
  };
  return [
    demo('Task', 'Replace the battery of a laptop that swells', 'In Progress', 'admin', {
      description: 'The lid no longer closes. Power it off, and bring it to the service desk.',
      assignee: 'member',
      asset: objectValue([laptop(0)]),
    }),
    demo('Task', 'Prepare laptops for the new design team', 'To Do', 'lead', {
      description: 'Three people start on the first of the month. Image and encrypt before Friday.',
      assignee: 'admin',
      asset: objectValue([laptop(1), laptop(2), laptop(3)]),
    }),
    demo('Bug', 'External display flickers after the firmware update', 'In Progress', 'member', {
      description: 'Only through the dock, only above 60 Hz. The label has changed since.',
      assignee: 'lead',
      asset: objectValue([renamed(4, 'Dock test machine'), laptop(5)]),
    }),
    demo('Bug', 'Laptop of the retired pool still reports to monitoring', 'To Do', 'admin', {
      description: 'The machine was sold; its record is gone from the inventory.',
      asset: objectValue([gone]),
    }),
    demo('Task', 'Last year’s import left assets without an index', 'To Do', 'lead', {
      description: 'The value came in through the REST interface, without the flat lists.',
      asset: { objects: [laptop(6)] },
    }),
    demo('Bug', 'Asset field has been empty since the migration', 'To Do', 'member', {
      description: 'The migration script wrote a value in a shape that nobody knows.',
      asset: { objects: 'MacBook', version: 9 },
    }),
    demo('Task', 'Renew the support contract before the end of the quarter', 'To Do', 'lead', {
      description: 'Ask for the three-year price as well. Legal needs two weeks.',
      assignee: 'admin',
      asset: objectValue([at(contracts, 0)]),
    }),
    demo('Story', 'As a traveler I want a spare laptop at each office', 'To Do', 'outsider', {
      description: 'One machine per office, charged, patched, and bookable from the portal.',
      asset: objectValue([renamed(7, 'Spare Stockholm'), ...[8, 9, 10, 11].map(laptop)]),
    }),
  ];
}

function issuesWithCities({ cities }: DemoFacts): readonly DemoIssue[] {
  const forgottenLevels = ['country', 'region', 'city'].map((name) => `level-of-before-${name}`);
  return [
    demo('Task', 'Write down how to hand back a laptop', 'Done', 'lead', {
      description: 'One page, with the address of each service desk.',
      assignee: 'member',
      city: cityValue(cities.slice(0, 1)),
    }),
    demo('Story', 'As a new colleague I want my equipment on day one', 'In Progress', 'newcomer', {
      description: 'Ordering starts when the contract is signed, not on the first morning.',
      assignee: 'lead',
      city: cityValue(cities),
    }),
    demo('Bug', 'VPN drops every hour on the office network', 'In Progress', 'member', {
      description: 'Reconnecting helps until the lease is renewed.',
      assignee: 'admin',
      city: { objects: cities.slice(1, 2).map(({ city }) => city) },
    }),
    demo('Task', 'Order chargers for the meeting rooms', 'Done', 'admin', {
      description: 'Two for each room, USB-C, with a cable that cannot walk away.',
      city: cityValue(cities.slice(2, 3), forgottenLevels),
    }),
  ];
}

const otherIssues: readonly DemoIssue[] = [
  demo('Task', 'Check which laptops run out of warranty this year', 'To Do', 'lead', {
    description: 'The list goes into the budget for next year.',
    assignee: 'member',
  }),
  demo('Bug', 'Fingerprint reader is not recognized after sleep', 'To Do', 'outsider', {
    description: 'A restart helps. Seen on two machines so far.',
  }),
  demo('Story', 'As a team lead I want to see the equipment of my team', 'To Do', 'lead', {
    description: 'Who has what, and since when.',
  }),
  demo('Task', 'Encrypt the disks of all machines in stock', 'In Progress', 'admin', {
    description: 'Needed for the audit in spring.',
    assignee: 'member',
  }),
  demo('Bug', 'Keyboard layout resets at the login screen', 'Done', 'member', {
    description: 'Fixed with the update of last Tuesday.',
    assignee: 'admin',
  }),
  demo('Task', 'Label the machines in the Gothenburg office', 'To Do', 'lead', {
    description: 'Labels are printed and lie in the cupboard beside the printer.',
  }),
  demo('Story', 'As a buyer I want contracts next to the things they cover', 'To Do', 'admin', {
    description: 'Price, end date and contact in one place.',
  }),
  demo('Task', 'Recycle the machines that nobody wants', 'To Do', 'member', {
    description: 'Wipe, remove the asset label, and hand over with a receipt.',
  }),
];

function helpDeskIssues({ laptops }: DemoFacts): readonly DemoIssue[] {
  return [
    demo('Service request', 'I need a second monitor', 'To Do', 'customer', {
      project: 'HELP',
      requestTypeId: '2',
      assignee: 'member',
      description: 'Preferably one that I can connect with a single cable.',
    }),
    demo('Incident', 'My laptop won’t start', 'In Progress', 'customer', {
      project: 'HELP',
      requestTypeId: '1',
      assignee: 'lead',
      description: 'It beeps three times and stays dark.',
      asset: objectValue([at(laptops, 5)]),
    }),
    demo('Service request', 'Access to the printer on the second floor', 'Done', 'customer', {
      project: 'HELP',
      requestTypeId: '3',
      assignee: 'admin',
      description: 'My badge opens the door, but the printer does not know me.',
    }),
  ];
}

/** In the project DEMO, unless it's another. */
function demo(
  workType: DemoIssue['workType'],
  summary: string,
  status: DemoIssue['status'],
  reporter: string,
  more: Pick<DemoIssue, 'description'> & Partial<DemoIssue>,
): DemoIssue {
  return { project: 'DEMO', workType, summary, status, reporter, ...more };
}

function at(objects: readonly DemoObject[], index: number): DemoObject {
  const found = objects[index];
  if (!found) throw new Error(`The demo needs at least ${index + 1} objects of this type.`);
  return found;
}
