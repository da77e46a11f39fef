alter table account
  -- Whose invitation the account came by, as far as that is known. Only its administrators decide about the
  -- account: anyone can add an account to their own workspace. null: the operator decides
  add column origin_workspace_id uuid references workspace (id) on delete set null,
  -- Then only the operator lifts it.
  add column is_suspended_by_operator boolean not null default false;

update account set origin_workspace_id = (
  select workspace_id from membership where user_id = account.id order by workspace_id limit 1
);
