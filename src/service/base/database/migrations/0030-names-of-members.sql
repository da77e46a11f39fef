-- The words of a name and their ends, so that a search finds a member by any part of it without reading the
-- others. The service fills it when it starts; until then the person is compared by their name each time.
alter table account add column name_words tsvector;

create index account_name_words on account using gin (name_words) with (fastupdate = off);
create index account_without_words on account (id) where name_words is null;
