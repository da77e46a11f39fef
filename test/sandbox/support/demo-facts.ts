import type { DemoFacts } from '../../../src/sandbox/jira/demo-objects';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Stands for the service's demo data where a test needs no service. */
export const demoFacts: DemoFacts = {
  workspaceId: id(1),
  laptopTypeId: id(2),
  laptopAttributes: [{ attributeId: id(3), name: 'Status', attributeTypeCode: 'OPTION' }],
  laptops: Array.from({ length: 12 }, (_, index) => ({
    objectId: id(100 + index),
    label: `Laptop ${index + 1}`,
  })),
  contracts: [{ objectId: id(200), label: 'Lease' }],
  geographyWorkspaceId: id(4),
  geographyAttributes: [{ attributeId: id(5), name: 'Capital', attributeTypeCode: 'TEXT' }],
  cities: Array.from({ length: 5 }, (_, index) => ({
    country: { objectId: id(300), label: 'Iceland' },
    region: { objectId: id(310 + (index % 2)), label: index % 2 === 0 ? 'East' : 'West' },
    city: { objectId: id(320 + index), label: `City ${index + 1}` },
  })),
};
