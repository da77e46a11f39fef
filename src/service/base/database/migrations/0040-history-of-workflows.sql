-- Which attributes had a workflow, which says who may read of it once they are gone: without these, a page of the audit
-- would look through the whole history.
create index history_workflow_before on history
  (workspace_id, lower(detail #>> '{before,configuration,workflowId}')) where kind = 'attribute';
create index history_workflow_after on history
  (workspace_id, lower(detail #>> '{after,configuration,workflowId}')) where kind = 'attribute';
