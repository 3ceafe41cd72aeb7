/** Puts the server together: database, SMS outbox and catalogue of a configuration, behind one app. */
import { join } from 'node:path'
import { createApp } from './app.ts'
import { catalogueFile } from './catalogue.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { runDue } from './db/jobs.ts'
import { SWEEP_HANDLERS, scheduleSweeps } from './db/sweeps.ts'
import type { App } from './http/types.ts'
import type { Log } from './log.ts'
import { smsOutbox } from './sms/outbox.ts'

export interface Backend {
  /** The API; pages may still be added behind it. */
  app: App
  /** Does what is due by now; to be called every now and then. */
  runJobs: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens what the configuration names. For `index.ts`, and for `astro dev`, which mounts only the API.
 * @param print gets the lines meant for the person at the terminal, the SMS codes among them
 * @throws DatabaseUnavailableError, DataFolderInUseError, NewerDataError
 */
export async function openBackend(config: Config, log: Log, print: (line: string) => void): Promise<Backend> {
  const now = Date.now
  const { db, close } = await connect(config.databaseUrl ?? config.dataDir, now)
  await scheduleSweeps(db, now())
  const sms = smsOutbox(config.dataDir, print, now)
  const catalogue = catalogueFile(join(config.distDir, 'frontend/data/catalogue.json'), log)
  const runJobs = async () => {
    await runDue(db, SWEEP_HANDLERS, now, log)
  }
  return { app: createApp({ db, sms, catalogue, config, now, log }), runJobs, close }
}
