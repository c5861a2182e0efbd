#!/bin/sh
# Makes Enamel's database and the user that owns it, who is no superuser. PostgreSQL's image runs it on an empty volume.
# Whatever the server's own encoding and locale are, the database has those of the embedded one.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ENAMEL_PASSWORD" -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
CREATE ROLE enamel LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE enamel OWNER enamel TEMPLATE template0
  ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
SQL
