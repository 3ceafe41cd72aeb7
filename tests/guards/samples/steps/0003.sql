alter table codes add column c text not null;
