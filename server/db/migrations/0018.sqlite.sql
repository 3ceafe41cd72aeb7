-- PostgreSQL fixed the columns of the view when it was made; here a correction under way (0015) came into it.
drop view submitted_orders;
create view submitted_orders as
  select id, company_id, customer_id, kind, item_id, platform_policy_id, title, state, receipt_no, client_id, fields,
    operator_id, submitted_at, created_at, updated_at, revision
  from orders where submitted_at is not null;
