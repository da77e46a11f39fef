-- Whose a token is, and the limits on it, in one trip to the database. What the person may see is read again only
-- where the version is another one: it changes with types, attributes and states, and with groups and access too.

drop function find_bearer(text, timestamptz, uuid);
drop function find_access(uuid, uuid);
drop function admit_request(text[], bigint[], bigint, bigint);

-- Counts requests one after the other, each for all of the subjects, until the place of one is taken by a request that
-- still counts. Then it says which one refuses the others, and how long they wait. Subjects come in the same order
-- from everyone. The time is looked at once nobody else can write them: each request is as late as the one before.
create function admit_requests(
  requests integer, subjects text[], places bigint[], window_ms bigint, given_now bigint,
  out admitted integer, out refused text, out wait_ms bigint
) language plpgsql as $$
declare
  numbers bigint[];
  number bigint;
  last_ms bigint;
  latest_ms bigint := 0;
  now_ms bigint;
begin
  for i in 1 .. cardinality(subjects) loop
    select counted.admitted, last_at into number, last_ms
      from request_count as counted where subject = subjects[i] for update;
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
  admitted := 0;
  <<admitting>>
  while admitted < requests loop
    for i in 1 .. cardinality(subjects) loop
      select at + window_ms + 1 - now_ms into wait_ms from request_time
        where subject = subjects[i] and place = (numbers[i] + admitted) % places[i];
      refused := subjects[i];
      exit admitting when wait_ms > 0;
    end loop;
    for i in 1 .. cardinality(subjects) loop
      insert into request_time values (subjects[i], (numbers[i] + admitted) % places[i], now_ms)
        on conflict (subject, place) do update set at = excluded.at;
    end loop;
    admitted := admitted + 1;
    refused := null;
  end loop;
  if admitted = 0 then return; end if;
  for i in 1 .. cardinality(subjects) loop
    update request_count as counted set admitted = numbers[i] + admit_requests.admitted, last_at = now_ms
      where subject = subjects[i];
  end loop;
end $$;

-- A live token of either kind, whose it is, whether it is kept out of the workspace, and what they are to it. The
-- requests that come with it count for it, and for the workspace that they enter, where these have limits.
-- Statement by statement, so that on several servers each goes straight to the one that has its rows.
create function find_bearer(
  of_hash text, given_now timestamptz, of_workspace uuid,
  requests integer, token_limit bigint, workspace_limit bigint, window_ms bigint, count_now bigint
)
returns table (
  user_id uuid, name text, email text, via text, credential_id text, credential_name text,
  may_write boolean, only_workspace_id uuid, last_used_at timestamptz, is_blocked boolean,
  role text, schema_version text, admitted integer, refused text, wait_ms bigint
) language plpgsql as $$
declare
  subjects text[] := '{}';
  places bigint[] := '{}';
begin
  select own.account_id, 'token', own.id, own.name, own.access = 'write', own.workspace_id, own.last_used_at, exists (
      select from token_block
      where token_block.workspace_id = of_workspace and token_block.token_id = own.id
    )
  into user_id, via, credential_id, credential_name, may_write, only_workspace_id, last_used_at, is_blocked
  from personal_access_token as own
  where own.token_hash = of_hash and (own.expires_at is null or own.expires_at > given_now);
  if not found then
    select granted.account_id, 'oauth', granted.grant_id, granted.payload ->> 'clientId', false, false
    into user_id, via, credential_id, credential_name, may_write, is_blocked
    from oauth_payload as granted
    where granted.model = 'AccessToken' and granted.id_hash = of_hash
      and granted.expires_at > given_now and granted.grant_id is not null
      and 'read' = any (string_to_array(granted.payload ->> 'scope', ' '));
  end if;
  select account.name, account.email into name, email
  from account where account.id = user_id and not account.is_suspended;
  if not found then return; end if;
  if coalesce(only_workspace_id, of_workspace) = of_workspace then
    select membership.role into role from membership
      where membership.workspace_id = of_workspace and membership.user_id = find_bearer.user_id;
  end if;
  if role is not null then
    select version into schema_version from workspace_schema where workspace_id = of_workspace;
  end if;
  if token_limit is not null then
    subjects := subjects || format('token %s of %s', credential_id, token_limit);
    places := places || token_limit;
  end if;
  if workspace_limit is not null and role is not null and not is_blocked then
    subjects := subjects || format('workspace %s of %s', of_workspace, workspace_limit);
    places := places || workspace_limit;
  end if;
  if cardinality(subjects) > 0 then
    select counted.admitted, counted.refused, counted.wait_ms into admitted, refused, wait_ms
      from admit_requests(requests, subjects, places, window_ms, count_now) as counted;
  end if;
  return next;
end $$;
