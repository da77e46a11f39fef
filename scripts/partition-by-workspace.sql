-- Spreads the tables of workspaces over 16 hash partitions each. Stop the service, make a backup, and run
-- it once: psql -1 -v ON_ERROR_STOP=1 -f scripts/partition-by-workspace.sql "$DATABASE_URL"
-- See docs/scale.md.
do $$
declare
  partitions constant integer := 16;
  spread constant regclass[] := array(
    select conrelid::regclass from pg_constraint
    where contype = 'p' and connamespace = 'public'::regnamespace
      and conrelid <> 'membership'::regclass and conkey[1] = (
        select attnum from pg_attribute where attrelid = conrelid and attname = 'workspace_id'
      )
  );
  one regclass;
  name text;
  statement text;
  -- What is put back once the rows are in their partitions, in this order.
  afterwards text[] := array(
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = any (spread) and contype in ('p', 'u') order by contype
  ) || array(
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = any (spread) and not exists (
      select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')
    )
  ) || array(
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = any (spread) and contype = 'f'
  ) || array(
    select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxrelid = any (spread)
  );
begin
  for one, name in
    select conrelid::regclass, conname from pg_constraint
    where conrelid = any (spread) and contype = 'f'
  loop
    execute format('alter table %s drop constraint %I', one, name);
  end loop;
  foreach one in array spread loop
    name := one::text;
    execute format('alter table %s rename to %I', name, name || '_whole');
    execute format('create table %s (like %I including defaults including constraints) partition by hash (workspace_id)',
      name, name || '_whole');
    for part in 0 .. partitions - 1 loop
      execute format('create table %I partition of %s for values with (modulus %s, remainder %s)',
        name || '_' || part, name, partitions, part);
    end loop;
    execute format('insert into %s select * from %I', name, name || '_whole');
    execute format('drop table %I', name || '_whole');
  end loop;
  foreach statement in array afterwards loop
    execute statement;
  end loop;
end $$;
