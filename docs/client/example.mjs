// Lists the objects in repair in a workspace of the sandbox: node example.mjs [address] [token]
import { createClient, fetchTransport, ServiceError } from 'workspace-data-client';

const [address = 'http://127.0.0.1:8081', token = 'demo-admin-token'] = process.argv.slice(2);
const client = createClient({ transport: fetchTransport(address, { token }) });

try {
  const { result } = await client.workspaces.list();
  const it = result.find(({ name }) => name === 'IT');
  if (it === undefined) throw new Error('This account has no workspace “IT”.');
  const page = await client.inWorkspace(it.id).objects.search({ query: 'Status = "In repair"' });
  console.log(`${page.total} in repair:`);
  for (const { label } of page.result) console.log(`- ${label}`);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
