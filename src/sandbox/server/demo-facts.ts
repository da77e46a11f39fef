import { demoAttributeId, demoTypeId, demoWorkspaceId, getDemoObject } from '../../service';
import type { DemoFacts } from '../jira/demo-state';

const workspace = 'IT';

/** The laptops that issues refer to, in the order in which `demo-issues.ts` counts them. */
const laptopKeys = [
  'LT-0001',
  'LT-0002',
  'LT-0013',
  'LT-0028',
  'LT-0044',
  'LT-0045',
  'LT-0022',
  'LT-0052',
  'LT-0053',
  'LT-0029',
  'LT-0039',
  'LT-0014',
];

/** What the demo issues need to know of the demo data in the service. */
export const demoFacts: DemoFacts = {
  workspaceId: demoWorkspaceId(workspace),
  laptopTypeId: demoTypeId(workspace, 'Laptop'),
  laptopAttributes: ['Status', 'Assigned to', 'Serial number'].map((name) => ({
    attributeId: demoAttributeId(workspace, 'Laptop', name),
    name,
  })),
  laptops: laptopKeys.map((key) => getDemoObject('Laptop', key)),
  contracts: [getDemoObject('Contract', 'C-001')],
};
