-- Every process hears of rows that polls ask for, and of people who may no longer: server/db/postgres.ts listens, and
-- server/db/sqlite.ts has the same triggers. A file is told to all who may read it when the virus scanner has looked at it.

create function tell_company() returns trigger language plpgsql as $$
  begin perform pg_notify('portal_changes', 'company:' || coalesce(new.company_id, old.company_id)); return null; end $$;
create trigger conversations_told after insert or delete
  or update of last_seq, company_read_seq, title, policy_id, assigned_to, closed on conversations
  for each row execute function tell_company();
create trigger chat_files_told after insert or update or delete on chat_files
  for each row execute function tell_company();

create function tell_readers() returns trigger language plpgsql as $$
  begin perform pg_notify('portal_changes', 'company:' || company_id)
    from object_holds where object_id = new.id; return null; end $$;
create trigger stored_objects_told after update of scan on stored_objects
  for each row execute function tell_readers();

create function tell_session_end() returns trigger language plpgsql as $$
  begin perform pg_notify('portal_changes', 'customer:' || old.customer_id); return null; end $$;
create trigger sessions_told after delete on sessions
  for each row execute function tell_session_end();

create function tell_move() returns trigger language plpgsql as $$
  begin perform pg_notify('portal_changes', 'customer:' || new.id); return null; end $$;
create trigger customers_told after update of company_id on customers
  for each row execute function tell_move();
