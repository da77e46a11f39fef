-- Customers get an app once its developer has registered it. null: only its developer gets it.
alter table app add registered_at timestamptz;

-- What customers have already stays with them.
update app set registered_at = now() where promoted_version_id is not null;
