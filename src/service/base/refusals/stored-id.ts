import * as z from 'zod';
import { id } from '../../../api/id';

/** An id as the service stores it: in lower case, however it was written. */
export const storedId = id.check(z.toLowerCase());
