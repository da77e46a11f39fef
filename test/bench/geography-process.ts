/** One of several processes on a database: prints its address, and ends when its input does. */
import { once } from 'node:events';
import { startGeographyService } from './geography-service';

const service = await startGeographyService(process.argv[2]);
console.log(service.url);
process.stdin.resume();
await once(process.stdin, 'end');
await service.close();
