-- The names that are taken, in the form in which names are compared; what has the same name shares a row, as far as it
-- was there before. The service fills it when it starts. Whoever takes a name writes its row first, so that a second
-- one waits, and then looks at what those in the row are called now.
create table taken_name (
  -- 00000000-0000-0000-0000-000000000000 for the names of workspaces, which are taken everywhere
  workspace_id uuid not null,
  kind text not null check (kind in ('workspace', 'type', 'group')),
  folded_name text collate "C" not null,
  holder_ids uuid[] not null,
  primary key (workspace_id, kind, folded_name)
);
