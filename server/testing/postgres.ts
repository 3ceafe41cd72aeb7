/** PostgreSQL for tests: a schema of its own for each portal, on the server in TEST_DATABASE_URL. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Set in the Vitest project `postgres`; start one with `scripts/postgres.sh`. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? ''

/** A fresh schema: the URL leads straight into it. Drop it after the last connection is closed. */
export async function createSchema(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create schema ${name}`)
  const url = new URL(TEST_DATABASE_URL)
  url.searchParams.set('options', `-c search_path=${name}`)
  return { url: url.href, drop: () => onServer(`drop schema ${name} cascade`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({
    connectionString: TEST_DATABASE_URL,
    options: '-c client_min_messages=warning',
  })
  await client.connect()
  await client.query(statement)
  await client.end()
}
