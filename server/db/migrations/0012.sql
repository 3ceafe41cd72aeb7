-- Searches that found nothing, without a person. A row for each network that asked for a word on a day; `mark` is one byte
-- of a hash that is another for each word and day. Swept after 90 days.
create table missed_searches (
  word text not null,
  day text not null,
  mark integer not null,
  constraint missed_searches_key primary key (word, day, mark)
);
create index missed_searches_day on missed_searches (day);
