#!/usr/bin/env bash
# Runs a command beside a throw-away PostgreSQL, which it finds in TEST_DATABASE_URL, and stops the server afterwards:
#   scripts/postgres.sh npx vitest run --project 'postgres*'
# As root on Debian, PostgreSQL is installed when it is missing. Nothing of it stays but the packages.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "用法：scripts/postgres.sh 命令 [参数…]" >&2
  exit 2
fi

# Debian keeps the server's programs out of the PATH, one folder a version.
find_programs() {
  local initdb
  initdb=$(command -v initdb || printf '%s\n' /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)
  [ -x "$initdb" ] && dirname "$(readlink -f "$initdb")"
}

install_postgres() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "没有找到 PostgreSQL。请安装它（Debian：apt-get install postgresql）后重试" >&2
    return 1
  fi
  echo "正在安装测试用的 PostgreSQL… (installing PostgreSQL for tests)"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q >/dev/null
  apt-get install -y -q --no-install-recommends postgresql-common >/dev/null
  # Without this the package would make and start a server of its own.
  sed -ri 's/^#?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  apt-get install -y -q --no-install-recommends postgresql >/dev/null
}

programs=$(find_programs) || { install_postgres && programs=$(find_programs); }

# PostgreSQL refuses to run as root; the package brings a user without rights for it.
as_server() {
  if [ "$(id -u)" -eq 0 ]; then setpriv --reuid postgres --regid postgres --clear-groups -- "$@"; else "$@"; fi
}

# In memory, if there is space: hundreds of databases come and go.
room=$(df -k --output=avail /dev/shm 2>/dev/null | tail -n 1)
if [ "${room:-0}" -gt 2000000 ] && [ -w /dev/shm ]; then place=/dev/shm; else place=${TMPDIR:-/tmp}; fi
folder=$(mktemp -d "$place/postgres.XXXXXX")
command_pid=
stop() {
  local status=$?
  trap - EXIT INT TERM
  [ -z "$command_pid" ] || kill "$command_pid" 2>/dev/null || true
  as_server "$programs/pg_ctl" stop -D "$folder/data" -m immediate -s >/dev/null 2>&1 || true
  rm -rf "$folder"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
printf '%s' "$password" >"$folder/password"
[ "$(id -u)" -ne 0 ] || chown -R postgres "$folder"
cd "$folder" # the server's user may not be allowed to see where we came from
as_server "$programs/initdb" -D data -U tests --pwfile=password -A scram-sha-256 -E UTF8 --locale=C.UTF-8 \
  --no-sync --no-instructions >initdb.log || { cat initdb.log >&2; exit 1; }

port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
# No durability: the data is thrown away.
as_server "$programs/pg_ctl" start -D data -l server.log -w -s -o "-p $port -c listen_addresses=127.0.0.1 \
  -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
  -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=256MB" ||
  { cat server.log >&2; exit 1; }
cd "$OLDPWD"

export TEST_DATABASE_URL="postgres://tests:$password@127.0.0.1:$port/postgres"
"$@" &
command_pid=$!
wait "$command_pid"
