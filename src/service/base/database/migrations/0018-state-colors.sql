-- As what a state is recognized at a glance; null: as its kind of state is.
alter table workflow_state add column color text;
