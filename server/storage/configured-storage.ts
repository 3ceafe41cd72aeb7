/** The object store of a configuration; the portal's own one on a port for browsers, and cleaned every hour. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { RESUME_HOURS } from '../../src/lib/contract/documents/storage.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { assumeRole } from '../aliyun/assume-role.ts'
import type { Config } from '../config/config.ts'
import type { AliyunObjects, LocalObjects } from '../config/objects.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'
import { stopListening } from '../listen.ts'
import { describeError, type Log } from '../log.ts'
import { listenObjectStore, type ObjectStore } from '../objects/object-store.ts'
import { openLocalStorage } from './local-storage.ts'
import { openStorage, type StorageSettings } from './open-storage.ts'
import type { Storage } from './storage.ts'
import { isStillOpen } from './uploads.ts'

const SWEEP_EVERY_MS = HOUR_MS
/** For uploads that the portal did not end, such as after a restored database; on Aliyun a lifecycle rule does it. */
const ABANDONED_MS = (RESUME_HOURS + 1) * HOUR_MS
/** Names and addresses: the host also appears in answers and headers. */
const HOSTNAME = /^[\w.-]+$|^\[[\da-f:.]+\]$/i

export interface ConfiguredStorage {
  storage: Storage
  listen: () => Promise<void>
  stop: () => Promise<void>
  close: () => void
}

interface Surroundings {
  db: Database
  now: () => number
  log: Log
}

export async function configuredStorage(
  config: Config,
  { db, now, log }: Surroundings,
): Promise<ConfiguredStorage> {
  const { objects } = config
  if (objects.kind === 'local') return localStorage(objects, config, await installSecret(db), { db, log })
  const nothing = async () => {}
  return { storage: aliyunStorage(objects, now), listen: nothing, stop: nothing, close: () => {} }
}

function localStorage(
  objects: LocalObjects,
  config: Config,
  secret: string,
  { db, log }: Omit<Surroundings, 'now'>,
): ConfiguredStorage {
  let { port } = objects
  const { storage, store, close } = openLocalStorage({
    folder: join(config.dataDir, 'objects'),
    secret,
    origins: config.publicOrigins,
    publicEndpoint: (hostname) =>
      objects.publicUrl ?? `http://${HOSTNAME.test(hostname) ? hostname : 'localhost'}:${port}`,
    admits: (grant) => isStillOpen(db, grant),
    onFault: (error, requestId) =>
      log({ level: 'error', event: 'objects-failed', requestId, ...describeError(error) }),
  })
  let stop = async () => {}
  const listen = async () => {
    const server = await listenObjectStore(
      store(),
      config.sockets?.files ?? { port, host: config.bindAddress },
    )
    const address = server.address() as AddressInfo | string | null
    if (address !== null && typeof address === 'object') port = address.port
    const stopSweeps = sweepHourly(store(), log)
    stop = async () => {
      await Promise.all([stopListening(server), stopSweeps()])
    }
  }
  return { storage, listen, stop: () => stop(), close }
}

function sweepHourly(store: ObjectStore, log: Log): () => Promise<void> {
  const sweep = async () => {
    try {
      await store.sweep({ uploadsOlderThanMs: ABANDONED_MS, filesOlderThanMs: HOUR_MS })
    } catch (error) {
      log({ level: 'error', event: 'objects-sweep-failed', ...describeError(error) })
    }
  }
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, SWEEP_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}

const UPLOAD_ACTIONS = ['oss:PutObject', 'oss:AbortMultipartUpload', 'oss:ListParts', 'oss:GetObject']
const SESSION_NAME = 'portal-upload'

type Options = Partial<Pick<StorageSettings, 'fetch' | 'pathStyle'>> & { assume?: typeof assumeRole }

export function aliyunStorage(config: AliyunObjects, now: () => number, options: Options = {}): Storage {
  const { accessKeyId, accessKeySecret, roleArn, stsEndpoint } = config
  const { assume = assumeRole, fetch: send = (request) => fetch(request), pathStyle = false } = options
  const keys = { accessKeyId, accessKeySecret }
  return openStorage({
    keys,
    region: config.region,
    buckets: config.buckets,
    endpoint: config.internalEndpoint,
    publicEndpoint: () => config.endpoint,
    pathStyle,
    fetch: send,
    issueKeys: (bucket, { prefix }, durationSeconds) => {
      const policy = uploadPolicy(bucket, prefix)
      const role = { roleArn, sessionName: SESSION_NAME, durationSeconds, policy }
      return assume({ ...keys, endpoint: stsEndpoint }, role, now())
    },
  })
}

/** https://help.aliyun.com/zh/oss/user-guide/ram-policy */
function uploadPolicy(bucket: string, prefix: string): string {
  const resource = `acs:oss:*:*:${bucket}/${prefix}*`
  return JSON.stringify({
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: UPLOAD_ACTIONS, Resource: [resource] }],
  })
}
