-- With which credential a right was given that is used later without one, so that it ends with the credential: a
-- personal access token, or the grant that an OAuth access token belongs to. null: an earlier build gave it, a few
-- minutes ago.
alter table embed_token add column via text, add column credential_id text;
alter table embed_session add column via text, add column credential_id text;
alter table content add column announced_via text, add column announced_credential_id text;
-- Whose link with which a person chooses a password; null: the operator's, or an earlier build's.
alter table invitation add column created_by uuid;
alter table app_version add column upload_credential_id text;
