alter table account
  -- Whose invitation the account came by, as far as that is known. Only its administrators decide about the
  -- account: anyone can add an account to their own workspace. null: the operator decides
  add column origin_workspace_id uuid references workspace (id) on delete set null,
  -- Then only the operator lifts it.
  add column is_suspended_by_operator boolean not null default false;

-- Of whoever is in several, it isn't known.
update account set origin_workspace_id = alone.workspace_id
  from (
    select user_id, min(workspace_id::text)::uuid as workspace_id
    from membership group by user_id having count(*) = 1
  ) as alone
  where alone.user_id = account.id;
