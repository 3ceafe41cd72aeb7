/** A store on a free port with a folder of its own, and clients for it. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TemporaryCredentials } from '../authenticate.ts'
import {
  createObjectStore,
  listenObjectStore,
  type ObjectStore,
  type ObjectStoreSettings,
} from '../object-store.ts'
import { type AliOss, type ClientOptions, OSS } from './ali-oss.ts'
import { QUICK_FOLDER } from './quick-folder.ts'
import { BUCKET, CREDENTIALS } from './settings.ts'

export { BUCKET, CREDENTIALS }

export interface TestStore {
  store: ObjectStore
  folder: string
  port: number
  /** Faults that the store reported: each is a bug. */
  faults: unknown[]
  client: (options?: Partial<ClientOptions>) => AliOss
  clientOf: (token: TemporaryCredentials, options?: Partial<ClientOptions>) => AliOss
  close: () => Promise<void>
}

export async function openTestStore(settings: Partial<ObjectStoreSettings> = {}): Promise<TestStore> {
  const folder = settings.folder ?? mkdtempSync(join(QUICK_FOLDER, 'objects-'))
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const buckets = { [BUCKET]: 'private', static: 'public-read' } as const
  const store = createObjectStore({ buckets, credentials: CREDENTIALS, onFault, ...settings, folder })
  const server = await listenObjectStore(store, { port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const client = (options: Partial<ClientOptions> = {}) =>
    new OSS({
      accessKeyId: CREDENTIALS.accessKeyId,
      accessKeySecret: CREDENTIALS.accessKeySecret,
      region: 'oss-cn-beijing',
      endpoint: `http://localhost:${port}`,
      sldEnable: true,
      authorizationV4: true,
      bucket: BUCKET,
      ...options,
    })
  const clientOf = (token: TemporaryCredentials, options: Partial<ClientOptions> = {}) => {
    const { accessKeyId, accessKeySecret, securityToken } = token
    return client({
      accessKeyId,
      accessKeySecret,
      stsToken: securityToken,
      refreshSTSTokenInterval: 1,
      ...options,
    })
  }
  return { store, folder, port, faults, client, clientOf, close: () => close(server, store, folder) }
}

async function close(server: Server, store: ObjectStore, folder: string): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  store.close()
  rmSync(folder, { recursive: true, force: true })
}
