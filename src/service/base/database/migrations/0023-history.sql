create sequence history_number;

-- Who changed what. People and things stand by their ids, also once they are gone.
create table history (
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- In the order of the changes of one thing; a default, as partitions keep no identity column.
  number bigint not null default nextval('history_number'),
  at timestamptz not null,
  -- Null for a command of the operator.
  user_id uuid,
  via text not null check (via in ('token', 'oauth', 'session', 'embed', 'command')),
  credential_name text,
  is_bulk boolean not null,
  kind text not null,
  subject_id text collate "C" not null,
  action text not null,
  type_id uuid,
  site_id uuid,
  -- {"version": 1, "before": what it was, "after": what it became}
  detail jsonb not null,
  -- With what a list is filtered by, so that counting reads nothing else.
  primary key (workspace_id, number) include (at, user_id, kind)
);

create index history_subject on history (workspace_id, subject_id, number desc);
