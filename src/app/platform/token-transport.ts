import { fetchTransport, ServiceError, type Transport } from '../../api/client';

/**
 * Sends requests to the service with an access token. Its address is a variable of the app, the
 * same one that manifest.yml lets out.
 * @throws {ServiceError} `cannotSend` where the address is missing or the token can't be sent
 */
export function tokenTransport(token: string): Transport {
  const origin = process.env['WDS_ORIGIN'];
  if (origin === undefined || origin === '') {
    throw new ServiceError(
      'cannotSend',
      "The service's address is missing: the app was deployed without the variable WDS_ORIGIN.",
    );
  }
  return fetchTransport(origin, { token });
}
