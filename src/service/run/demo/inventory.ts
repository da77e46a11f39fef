import { listContracts } from './contracts';
import type { DemoObject } from './demo-object';
import { listLaptops } from './laptops';
import { listLocations, listPeople } from './people-and-places';
import { objectId } from './schema';

/** Every object of the workspace `IT`. */
export function listInventory(now: Date): DemoObject[] {
  return [...listLocations(), ...listPeople(), ...listLaptops(now), ...listContracts()];
}

/**
 * Id and label of a laptop or contract, by its key: `getDemoObject('Laptop', 'LT-0001')`.
 * @throws Error if the demo has no such object
 */
export function getDemoObject(
  type: 'Laptop' | 'Contract',
  key: string,
): { objectId: string; label: string } {
  const objects = listInventory(new Date());
  const found = objects.find((object) => object.type === type && object.key === key);
  if (typeof found?.values.Name !== 'string') throw new Error(`The demo has no ${type} ${key}.`);
  return { objectId: objectId('IT', type, key), label: found.values.Name };
}
