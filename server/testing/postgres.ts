/** PostgreSQL for tests, on the server in TEST_DATABASE_URL: each portal has its own database. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { connect } from '../db/connect.ts'

/** Set in the Vitest project `postgres`; start one with `scripts/postgres.sh`. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? ''

/** Creates an empty schema and its URL. Drop it after the last connection is closed. */
export async function createSchema(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create schema ${name}`)
  const url = new URL(TEST_DATABASE_URL)
  url.searchParams.set('options', `-c search_path=${name}`)
  return { url: url.href, drop: () => onServer(`drop schema ${name} cascade`) }
}

/** This process's databases that no test is using. */
const unused: Emptied[] = []

interface Emptied {
  url: string
  empty: () => Promise<void>
}

/**
 * Returns a migrated database; give it back after the last connection is closed. The tests of a process share one, because
 * emptying it takes a thirtieth of the time of a new one.
 */
export async function borrowDatabase(): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const database = unused.pop() ?? (await createDatabase())
  return {
    url: database.url,
    giveBack: async () => {
      await database.empty()
      unused.push(database)
    },
  }
}

async function createDatabase(): Promise<Emptied> {
  const template = await makeTemplate()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const url = urlOf(name)
  const client = await openClient(url)
  const { rows: tables } = await client.query<{ name: string; has_rows: boolean }>(
    `select tablename as name, to_regclass('initial.' || tablename) is not null as has_rows
     from pg_tables where schemaname = 'public'`,
  )
  const statements = [
    'begin',
    // Disables the triggers of foreign keys, so that any order works.
    'set local session_replication_role = replica',
    ...tables.map((table) => `delete from ${table.name}`),
    ...tables
      .filter(({ has_rows }) => has_rows)
      .map((table) => `insert into ${table.name} table initial.${table.name}`),
    'select setval(name::regclass, coalesce(last_value, 1), last_value is not null) from initial.sequences',
    'commit',
  ].join(';')
  return { url, empty: () => client.query(statements).then(() => {}) }
}

/** Stores the rows and counters that the migrations have written. */
async function keepInitial(url: string): Promise<void> {
  const client = await openClient(url)
  await client.query(`do $$ declare each record; has_rows boolean; begin
    create schema initial;
    for each in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from %I)', each.name) into has_rows;
      if has_rows then execute format('create table initial.%I as table %I', each.name, each.name); end if;
    end loop;
    create table initial.sequences as
      select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences where schemaname = 'public';
  end $$`)
  await client.end()
}

let making: Promise<string> | undefined

/** Created by the first process; its name changes with the migrations. */
function makeTemplate(): Promise<string> {
  making ??= (async () => {
    const folder = new URL('../db/migrations/', import.meta.url)
    const steps = readdirSync(folder).sort()
    const hash = createHash('sha256')
    for (const step of steps) hash.update(readFileSync(new URL(step, folder)))
    const name = `template_${hash.digest('hex').slice(0, 16)}`
    const client = await openClient()
    // Processes that waited find it complete.
    await client.query('select pg_advisory_lock(4321)')
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length === 0) {
      const draft = `draft_${randomBytes(8).toString('hex')}`
      await client.query(`create database ${draft}`)
      const { close } = await connect(urlOf(draft))
      await close()
      await keepInitial(urlOf(draft))
      await client.query(`alter database ${draft} rename to ${name}`)
    }
    await client.end()
    return name
  })()
  return making
}

function urlOf(database: string): string {
  const url = new URL(TEST_DATABASE_URL)
  url.pathname = `/${database}`
  return url.href
}

async function openClient(url = TEST_DATABASE_URL): Promise<Client> {
  const client = new Client({
    connectionString: url,
    options: '-c client_min_messages=warning',
  })
  await client.connect()
  return client
}

async function onServer(statement: string): Promise<void> {
  const client = await openClient()
  await client.query(statement)
  await client.end()
}
