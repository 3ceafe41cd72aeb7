-- How quickly the desk works, and what it knows of a company, without going through whole tables.

-- Of an operator's message: since when the company had waited for it. Those of the last month are reckoned from what was
-- said; 无需回复 left no trace there.
alter table chat_messages add column answers_since bigint;
update chat_messages set answers_since = (
  select min(asked.created_at) from chat_messages asked
  where asked.conversation_id = chat_messages.conversation_id
    and asked.seq < chat_messages.seq
    and asked.side = 'company'
    and asked.seq > coalesce((
      select max(answer.seq) from chat_messages answer
      where answer.conversation_id = chat_messages.conversation_id
        and answer.seq < chat_messages.seq
        and answer.side = 'operator'), 0))
where side = 'operator' and created_at > (select max(created_at) from chat_messages) - 2592000000;
create index chat_messages_answers on chat_messages (created_at, conversation_id, answers_since)
  where answers_since is not null;

create index order_events_at on order_events (state, at, order_id);
create index reservations_start on reservations (starts_at, id);
create index security_events_company on security_events (company_id, at, id);
