import { hostApp, typeIntoPicker } from './hosted-app';
import { besideAt, type Row } from './row';
import { measureWaiting } from './service-waiting';
import { startEmbeddedDemoService } from '../support/demo-service';

const words = ['m', 'ma', 'mac', 'macb', 'pro', 'pro m', 'think', 'x1 th', 'dell', 'zz'];
const warmUp = 50;
const samples = 400;

/**
 * What the app's own code adds to the service's answer for one keystroke: the whole invocation on
 * the Forge host, less the time in which it waits for the service.
 */
export async function measureKeystroke(): Promise<Row[]> {
  const split = measureWaiting();
  const service = await startEmbeddedDemoService();
  try {
    const sandbox = await hostApp(service.url);
    const addedMs: number[] = [];
    const serviceMs: number[] = [];
    for (let round = 0; round < warmUp + samples; round += 1) {
      const word = words[round % words.length] ?? '';
      const { ownMs, waitedMs } = await split(() => typeIntoPicker(sandbox, word));
      if (round < warmUp) continue;
      addedMs.push(ownMs);
      serviceMs.push(waitedMs);
    }
    const name = "app code per keystroke, beside the service's answer";
    return [besideAt(0.95, name, addedMs, serviceMs, 0.25)];
  } finally {
    await service.close();
  }
}
