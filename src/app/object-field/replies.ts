import * as z from 'zod/mini';
import { cardinality } from './configuration';

/** What the editor needs to know of the configuration. */
export const fieldFacts = z.object({ cardinality });
