-- What operators may fetch because something of theirs to read holds it: of an application that was never submitted, and of
-- what is said about it, nothing.

create view operator_holds as
  select object_id from object_holds
  where operators = 1
    and (kind != 'service_file' or exists (
      select 1 from service_files
      join submitted_orders on submitted_orders.id = service_files.order_id
      where service_files.id = object_holds.holder_id))
    and (kind != 'advisory_attachment' or exists (
      select 1 from chat_files
      join submitted_orders on submitted_orders.id = chat_files.order_id
      where chat_files.id = object_holds.holder_id))
    and (kind != 'chat_message' or exists (
      select 1 from chat_messages
      join operator_conversations on operator_conversations.id = chat_messages.conversation_id
      where chat_messages.id = object_holds.holder_id));
