-- PostgreSQL fixes the columns of a `*` when the view is made; new ones at its end are no other view.
create or replace view operator_conversations as
  select * from conversations
  where order_id is null
    or exists (select 1 from submitted_orders where submitted_orders.id = conversations.order_id);
