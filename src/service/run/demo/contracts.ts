import { demoAccounts } from './accounts';
import type { DemoObject } from './demo-object';
import { laptopKey } from './laptops';
import { personId } from './people-and-places';
import { objectId } from './schema';

/** Name, supplier, signed, ends, yearly cost, renews itself, places of the laptops covered. */
const contracts = [
  ['MacBook lease 2024', 'Nordleasing AG', '2024-01-15', '2027-01-31', '41200.00', true, [0, 1, 2]],
  ['MacBook lease 2025', 'Nordleasing AG', '2025-02-03', '2028-02-29', '38650.50', true, [3, 12]],
  [
    'ThinkPad maintenance',
    'Hardware Partner GmbH',
    '2023-06-01',
    '2026-05-31',
    '7900.00',
    false,
    [27, 28, 29],
  ],
  [
    'Accident insurance, laptops',
    'Seguros Atlântico S.A.',
    '2024-04-22',
    '2027-04-30',
    '5120.00',
    true,
    [0, 12, 27, 43],
  ],
  [
    'On-site repair, Berlin',
    'Reparaturwerk Groß & Söhne',
    '2022-11-07',
    '2025-11-30',
    '3480.00',
    false,
    [44],
  ],
  [
    'On-site repair, Lagos',
    'Eko Device Care Ltd',
    '2024-09-02',
    '2026-09-30',
    '2950.00',
    false,
    [],
  ],
  ['Disk destruction', 'Datentod Recycling e. K.', '2023-03-13', '2026-12-31', '640.00', true, []],
  [
    'Device management licenses',
    'Fleetwise Inc.',
    '2025-01-08',
    '2026-12-31',
    '11880.00',
    true,
    [],
  ],
] as const;

/** `C-001` is the first. */
function contractKey(index: number): string {
  return `C-${String(index + 1).padStart(3, '0')}`;
}

export function listContracts(): DemoObject[] {
  return contracts.map(([name, supplier, signed, ends, cost, renews, covered], index) => ({
    workspace: 'IT',
    type: 'Contract',
    key: contractKey(index),
    createdAt: new Date(`${signed}T10:30:00Z`),
    values: {
      Name: name,
      Number: contractKey(index),
      Supplier: supplier,
      Contact: personId(index * 4 + 4),
      Covers: covered.map((place) => objectId('IT', 'Laptop', laptopKey(place))),
      Signed: `${signed}T10:30:00Z`,
      Ends: ends,
      'Yearly cost': cost,
      'Renews itself': String(renews),
      'Approved by': demoAccounts.slice(0, (index % 3) + 1).map(({ id }) => id),
    },
  }));
}
