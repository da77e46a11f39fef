-- What precedes every answer, each in one trip to the database: who calls with what they may see, and the
-- limits. In PL/pgSQL, so that on several servers each statement goes to the server that has its rows.

-- What a person is to a workspace, and which types they may not read, or read only. No row where they are no member.
create function find_access(of_workspace uuid, of_user uuid)
returns table (role text, schema_version text, denied_type_ids text[], read_only_type_ids text[])
language plpgsql stable as $$
begin
  return query
    select membership.role, (
        select version::text from workspace_schema where workspace_id = of_workspace
      ),
      restricted.denied, restricted.read_only
    from membership cross join lateral (
      select coalesce(array_agg(id::text) filter (where not may_read), '{}') as denied,
        coalesce(array_agg(id::text) filter (where may_read and not may_write), '{}') as read_only
      from (
        select type.id, type.everyone_reads or coalesce(granted.may_read, false) as may_read,
          type.everyone_writes or coalesce(granted.may_write, false) as may_write
        from type left join lateral (
          select bool_or(access.may_read) as may_read, bool_or(access.may_write) as may_write
          from type_access as access
          where access.workspace_id = of_workspace and access.type_id = type.id and (
            access.user_id = of_user or access.group_id in (
              select group_id from user_group_member
              where workspace_id = of_workspace and user_id = of_user
            )
          )
        ) as granted on true
        where type.workspace_id = of_workspace and not (type.everyone_reads and type.everyone_writes)
      ) as type
    ) as restricted
    where membership.workspace_id = of_workspace and membership.user_id = of_user;
end $$;

-- A live token of either kind, whose it is, whether it is kept out of the workspace, and what it may see there.
create function find_bearer(of_hash text, given_now timestamptz, of_workspace uuid)
returns table (
  user_id uuid, name text, email text, via text, credential_id text, credential_name text,
  may_write boolean, only_workspace_id uuid, last_used_at timestamptz, is_blocked boolean,
  role text, schema_version text, denied_type_ids text[], read_only_type_ids text[]
) language plpgsql stable as $$
begin
  select account.id, account.name, account.email, token.via, token.id, token.name,
    token.may_write, token.workspace_id, token.last_used_at, token.is_blocked
  into user_id, name, email, via, credential_id, credential_name,
    may_write, only_workspace_id, last_used_at, is_blocked
  from (
    select own.account_id, 'token' as via, own.id::text, own.name, own.access = 'write' as may_write,
      own.workspace_id, own.last_used_at, exists (
        select from token_block
        where token_block.workspace_id = of_workspace and token_block.token_id = own.id
      ) as is_blocked
    from personal_access_token as own
    where own.token_hash = of_hash and (own.expires_at is null or own.expires_at > given_now)
    union all
    select granted.account_id, 'oauth', granted.grant_id, granted.payload ->> 'clientId', false,
      null, null, false
    from oauth_payload as granted
    where granted.model = 'AccessToken' and granted.id_hash = of_hash
      and granted.expires_at > given_now and granted.grant_id is not null
      and 'read' = any (string_to_array(granted.payload ->> 'scope', ' '))
  ) as token
  join account on account.id = token.account_id and not account.is_suspended
  limit 1;
  if not found then return; end if;
  if of_workspace is not null and coalesce(only_workspace_id, of_workspace) = of_workspace then
    select access.* into role, schema_version, denied_type_ids, read_only_type_ids
    from find_access(of_workspace, user_id) as access;
  end if;
  return next;
end $$;

drop function admit_request(text, bigint, bigint, bigint);
drop function withdraw_request(text, bigint, bigint);

-- Counts a request for each of the subjects, or for none if the place of one is taken by a request that still counts:
-- then it says which one, from 1, and how long to wait. Subjects come in the same order from everyone. The time is
-- looked at once nobody else can write them: each request is as late as the one before.
create function admit_request(
  subjects text[], places bigint[], window_ms bigint, given_now bigint,
  out refused integer, out wait_ms bigint
) language plpgsql as $$
declare
  numbers bigint[];
  number bigint;
  last_ms bigint;
  latest_ms bigint := 0;
  now_ms bigint;
begin
  for i in 1 .. cardinality(subjects) loop
    select admitted, last_at into number, last_ms
      from request_count where subject = subjects[i] for update;
    if not found then
      insert into request_count as counted values (subjects[i], 0, 0)
        on conflict (subject) do update set subject = excluded.subject
        returning counted.admitted, counted.last_at into number, last_ms;
    end if;
    numbers[i] := number;
    latest_ms := greatest(latest_ms, last_ms);
  end loop;
  now_ms := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000));
  -- After the clock was set back nobody waits longer than the window.
  if latest_ms > now_ms then
    update request_time set at = now_ms where subject = any (subjects) and at > now_ms;
  end if;
  for i in 1 .. cardinality(subjects) loop
    select at + window_ms + 1 - now_ms into wait_ms from request_time
      where subject = subjects[i] and place = numbers[i] % places[i];
    refused := i;
    if wait_ms > 0 then return; end if;
  end loop;
  refused := null;
  wait_ms := null;
  for i in 1 .. cardinality(subjects) loop
    insert into request_time values (subjects[i], numbers[i] % places[i], now_ms)
      on conflict (subject, place) do update set at = excluded.at;
    update request_count set admitted = numbers[i] + 1, last_at = now_ms
      where subject = subjects[i];
  end loop;
end $$;
