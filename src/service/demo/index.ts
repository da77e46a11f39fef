export { demoAccounts } from './accounts';
export type { DemoAccount, DemoAccountName } from './accounts';
export { describeDemo } from './facts';
export type { DemoFacts, DemoObjectFacts, DemoTypeFacts, DemoWorkspaceFacts } from './facts';
export { resetDemo, seedDemo } from './seed';
export type { DemoOptions } from './seed';
