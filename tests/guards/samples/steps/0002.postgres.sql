alter table codes rename column a to b;
