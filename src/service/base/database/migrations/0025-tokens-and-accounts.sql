-- What a token can do, and where. Tokens from before keep what they can: write in all workspaces of their owner.
alter table personal_access_token
  add column access text not null default 'write' check (access in ('read', 'write')),
  -- null: all of them
  add column workspace_id uuid references workspace (id) on delete cascade;

create index personal_access_token_workspace on personal_access_token (workspace_id)
  where workspace_id is not null;

-- Tokens that an administrator keeps out of a workspace.
create table token_block (
  token_id uuid not null references personal_access_token (id) on delete cascade,
  workspace_id uuid not null references workspace (id) on delete cascade,
  primary key (token_id, workspace_id)
);

create index token_block_workspace on token_block (workspace_id);

-- Nobody signs in to it or calls for it. What it had before stays ended when that is lifted.
alter table account add column is_suspended boolean not null default false;
