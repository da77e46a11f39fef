-- What the limits on requests had counted when the service ended in order: epoch milliseconds of
-- the requests of the last 300 seconds. Read and emptied at the next start.
create table request_log (
  subject text primary key,
  times jsonb not null
);
