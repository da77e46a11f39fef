import { fetchTransport, type Transport } from '../../api/client';
import { ServiceAddressMissing } from './platform';

/**
 * The service's address is a variable of the app, the same one that manifest.yml lets out.
 * @see docs/platform-assumptions.md, 37
 */
export function tokenTransport(token: string): Transport {
  const origin = process.env['WDS_ORIGIN'];
  if (origin === undefined || origin === '') throw new ServiceAddressMissing('No WDS_ORIGIN');
  return fetchTransport(origin, { token });
}
