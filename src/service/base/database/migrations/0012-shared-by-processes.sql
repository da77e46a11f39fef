-- What the limits on requests count where several processes use the database: of each subject the
-- times of its requests, in a ring with as many places as its limit. Unlogged: each request writes
-- here, and where the server breaks off, everyone begins anew.
create unlogged table request_count (
  subject text primary key,
  -- how many were let through ever since; its remainder is the place of the next one
  admitted bigint not null,
  -- epoch milliseconds, as all times here
  last_at bigint not null
);

create unlogged table request_time (
  subject text not null,
  place bigint not null,
  at bigint not null,
  primary key (subject, place)
);

-- Counts a request unless its place is taken by one that still counts, and says how long to wait
-- then. The time is looked at once nobody else can write it: each one is as late as the one before.
create function admit_request(
  of_subject text, places bigint, window_ms bigint, given_now bigint,
  out wait_ms bigint, out now_ms bigint
) language plpgsql as $$
declare
  number bigint;
  last_ms bigint;
  blocking bigint;
begin
  insert into request_count as counted values (of_subject, 0, 0)
    on conflict (subject) do update set subject = excluded.subject
    returning counted.admitted, counted.last_at into number, last_ms;
  now_ms := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000));
  -- After the clock was set back nobody waits longer than the window.
  if last_ms > now_ms then
    update request_time set at = now_ms where subject = of_subject and at > now_ms;
  end if;
  select at into blocking from request_time where subject = of_subject and place = number % places;
  wait_ms := greatest(0, coalesce(blocking + window_ms + 1 - now_ms, 0));
  if wait_ms > 0 then return; end if;
  insert into request_time values (of_subject, number % places, now_ms)
    on conflict (subject, place) do update set at = excluded.at;
  update request_count set admitted = number + 1, last_at = now_ms where subject = of_subject;
end $$;

-- Takes back the latest request of this time: those after it move up.
create function withdraw_request(of_subject text, places bigint, at_ms bigint)
returns void language plpgsql as $$
declare
  last_number bigint;
  number bigint;
begin
  select admitted - 1 into last_number from request_count where subject = of_subject for update;
  select max(last_number - (last_number - place + places) % places) into number
    from request_time where subject = of_subject and at = at_ms;
  if number is null then return; end if;
  for moved in number .. last_number - 1 loop
    update request_time as earlier set at = later.at from request_time as later
      where earlier.subject = of_subject and earlier.place = moved % places
        and later.subject = of_subject and later.place = (moved + 1) % places;
  end loop;
  delete from request_time where subject = of_subject and place = last_number % places;
  update request_count set admitted = last_number where subject = of_subject;
end $$;

-- Wrong passwords in a row, by the SHA-256 of an e-mail address.
create table sign_in_failure (
  email_hash text primary key,
  failures integer not null,
  last_at timestamptz not null
);

create index sign_in_failure_last_at on sign_in_failure (last_at);
