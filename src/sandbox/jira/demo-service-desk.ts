import { demoIds as ids } from './demo-ids';
import type { ServiceDesk } from './state';

/** The portal of the help desk: a form with one app field, one with both, one with none. */
export function demoServiceDesk(): ServiceDesk {
  return {
    id: ids.serviceDesk,
    projectId: ids.helpProject,
    requestTypes: [
      {
        id: '1',
        name: 'Report a broken laptop',
        description: 'It doesn’t start, it’s slow, or someone dropped it.',
        workTypeId: ids.incident,
        fieldIds: [ids.assetField],
      },
      {
        id: '2',
        name: 'Ask for equipment',
        description: 'Tell us what you need and where.',
        workTypeId: ids.serviceRequest,
        fieldIds: [ids.assetField, ids.cityField],
      },
      {
        id: '3',
        name: 'Ask a question',
        description: 'Anything else that the help desk can answer.',
        workTypeId: ids.serviceRequest,
        fieldIds: [],
      },
    ],
  };
}
