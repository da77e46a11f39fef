import type { Role } from '../../../api/permission';
import { demoId } from './schema';

export type DemoAccountName = 'admin' | 'lead' | 'member' | 'outsider';

export interface DemoAccount {
  readonly account: DemoAccountName;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** A personal access token that never expires. */
  readonly token: string;
  readonly workspaces: readonly string[];
  /** In each of its workspaces. */
  readonly role: Role;
  /** Types that the account may not read in spite of its membership. */
  readonly deniedTypes: readonly { readonly workspace: string; readonly type: string }[];
}

export const demoPassword = 'demo';

const everyWorkspace = ['IT', 'Geography'];

export const demoAccounts: readonly DemoAccount[] = [
  describeAccount('admin', 'Amara Okafor', everyWorkspace),
  describeAccount('lead', 'Lena Fischer', everyWorkspace),
  describeAccount('member', 'Mateo Álvarez', everyWorkspace, [
    { workspace: 'IT', type: 'Contract' },
  ]),
  describeAccount('outsider', 'Oskar Nowak', []),
];

function describeAccount(
  account: DemoAccountName,
  name: string,
  workspaces: readonly string[],
  deniedTypes: DemoAccount['deniedTypes'] = [],
): DemoAccount {
  return {
    account,
    id: demoId('account', account),
    name,
    email: `${account}@example.com`,
    token: `demo-${account}-token`,
    workspaces,
    role: account === 'admin' ? 'administrator' : 'editor',
    deniedTypes,
  };
}
