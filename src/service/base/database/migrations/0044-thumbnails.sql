-- Small pictures of files, made when they are first asked for. A version without a thumbnail: the file gives none.
alter table content
  add column thumbnail bytea,
  add column thumbnail_version smallint;
