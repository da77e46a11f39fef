-- What a page shows: the version of the form, and the blocks as the API takes them.
alter table page add column content jsonb not null default '{"version": 1, "blocks": []}';

-- Tokens that open one page once, until they are used. A row is gone as soon as its token was.
create table embed_token (
  workspace_id uuid not null references workspace (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references account (id) on delete cascade,
  page_id uuid not null references page (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);

create index embed_token_user on embed_token (user_id, created_at);
create index embed_token_expiry on embed_token (expires_at);

-- Pages that are open inside another page. Only the SHA-256 of a session's secret is kept. A session
-- outlives its page, so that whoever has it open learns that the page is gone.
create table embed_session (
  workspace_id uuid not null references workspace (id) on delete cascade,
  secret_hash text not null unique,
  user_id uuid not null references account (id) on delete cascade,
  site_id uuid not null,
  page_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, secret_hash)
);

create index embed_session_user on embed_session (user_id, created_at);
create index embed_session_expiry on embed_session (expires_at);
