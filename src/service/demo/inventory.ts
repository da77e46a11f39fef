import { listContracts } from './contracts';
import type { DemoObject } from './demo-object';
import { listLaptops } from './laptops';
import { listLocations, listPeople } from './people-and-places';

/** Every object of the workspace `IT`. */
export function listInventory(now: Date): DemoObject[] {
  return [...listLocations(), ...listPeople(), ...listLaptops(now), ...listContracts()];
}
