import { demoAttributeId, demoObjectId, demoTypeId, demoWorkspaceId } from '../../service';
import type { DemoFacts } from '../jira/demo-state';

const workspace = 'IT';

/** Laptops of the service's demo that issues refer to; each by its key and its label. */
const laptops = [
  ['LT-0001', 'MacBook Pro 14'],
  ['LT-0002', 'MacBook Pro 14'],
  ['LT-0013', 'MacBook Pro 16'],
  ['LT-0028', 'ThinkPad X1 Carbon'],
  ['LT-0044', 'Dell XPS 13'],
  ['LT-0045', 'Dell XPS 13'],
  ['LT-0022', 'MacBook Air 13'],
  ['LT-0052', 'Framework Laptop 13'],
  ['LT-0053', 'Framework Laptop 13'],
  ['LT-0029', 'ThinkPad X1 Carbon'],
  ['LT-0039', 'ThinkPad T14'],
  ['LT-0014', 'MacBook Pro 16'],
] as const;

/** What the demo issues need to know of the demo data in the service. */
export const demoFacts: DemoFacts = {
  workspaceId: demoWorkspaceId(workspace),
  laptopTypeId: demoTypeId(workspace, 'Laptop'),
  laptopAttributes: ['Status', 'Assigned to', 'Serial number'].map((name) => ({
    attributeId: demoAttributeId(workspace, 'Laptop', name),
    name,
  })),
  laptops: laptops.map(([key, label]) => ({
    objectId: demoObjectId(workspace, 'Laptop', key),
    label,
  })),
  contracts: [
    { objectId: demoObjectId(workspace, 'Contract', 'C-001'), label: 'MacBook lease 2024' },
  ],
};
