-- Who was told of what stands in one table, and so does what the portal knows of its documents, and where a person is
-- told. Whoever was told before is not told anew.

create table told (
  company_id bigint not null references companies on delete cascade,
  -- Null: everybody of the company.
  customer_id bigint references customers on delete cascade,
  topic text not null check (topic in ('deadline', 'change', 'match', 'saved')),
  -- policy-11; item-23 of a match, and of a document that belongs to no policy.
  subject text not null,
  -- The closing day, or when the build was made that brought it; empty: it happens once.
  occasion text not null,
  -- Of a reminder.
  lead_days integer not null default 0,
  told_at bigint not null
);
insert into told (company_id, topic, subject, occasion, lead_days, told_at)
  select company_id, 'deadline', 'policy-' || policy_id, closes, lead_days, sent_at from policy_reminders;
insert into told (company_id, topic, subject, occasion, told_at)
  select company_id, 'change', 'policy-' || policy_id, cast(built_at as text), created_at
  from policy_change_notices join policy_changes on policy_changes.id = change_id;
insert into told (company_id, topic, subject, occasion, told_at)
  select company_id, 'match', 'item-' || item_id, '', sent_at from match_notices;
insert into told (company_id, customer_id, topic, subject, occasion, told_at)
  select company_id, customer_id, 'saved', subject, cast(built_at as text), sent_at
  from saved_search_notices join customers on customers.id = customer_id;
create unique index told_once on told (company_id, topic, subject, occasion, lead_days, coalesce(customer_id, 0));
create index told_customer on told (customer_id) where customer_id is not null;
create index told_when on told (told_at);

create table known_documents (
  kind text not null check (kind in ('original', 'item', 'news')),
  page_id bigint not null,
  policy_id bigint,
  title text not null,
  "window" text,
  amount text,
  text text,
  constraint known_documents_key primary key (kind, page_id)
);
insert into known_documents (kind, page_id, policy_id, title, "window", amount, text)
  select kind, page_id, policy_id, title, "window", amount, text from policy_versions;
insert into known_documents (kind, page_id, title) select 'news', page_id, '' from known_articles;

create table contacts (
  customer_id bigint not null references customers on delete cascade,
  way text not null check (way in ('mail', 'wechat')),
  -- A mail address, or the person's openid.
  address text not null,
  -- HMAC of the code that is to prove a mail address; null: none is open.
  code_hash text,
  code_until bigint not null default 0,
  tries integer not null default 0,
  -- When a code was sent last, and how many on that day.
  asked_at bigint not null default 0,
  asks integer not null default 0,
  verified_at bigint,
  refused text,
  constraint contacts_key primary key (customer_id, way)
);
insert into contacts (customer_id, way, address, code_hash, code_until, tries, asked_at, asks, verified_at, refused)
  select customer_id, 'mail', address, code_hash, code_until, tries, asked_at, asks, verified_at, refused from mail_addresses;
insert into contacts (customer_id, way, address, verified_at, refused)
  select customer_id, 'wechat', openid, bound_at, refused from wechat_people;
create unique index contacts_wechat on contacts (address) where way = 'wechat';

-- JSON of the days before the closing day, each with the time from which it counts.
alter table reminder_settings add column leads text not null default '[]';

-- What a build brings is told by one job.
insert into jobs (kind, key, due_at, payload, attempts)
  select distinct 'tell-news', cast(built_at as text), created_at, '{"builtMs":' || built_at || '}', 0
  from policy_changes
  where cast(id as text) in (select key from jobs where kind = 'tell-change' and done_at is null)
  on conflict do nothing;
insert into jobs (kind, key, due_at, payload, attempts)
  select 'tell-news', key, due_at, '{"builtMs":' || key || '}', 0 from jobs
  where kind = 'tell-matches' and done_at is null
  on conflict do nothing;
delete from jobs where kind in ('tell-change', 'tell-matches');

drop table policy_reminders;
drop table policy_change_notices;
drop table policy_changes;
drop table match_notices;
drop table saved_search_notices;
drop table policy_versions;
drop table known_articles;
drop table mail_addresses;
drop table wechat_people;
