import { createHmac } from 'node:crypto'
import type { Credentials, Grant } from '../objects/authenticate.ts'
import { MAX_PARTS, MIN_PART_BYTES } from '../objects/multipart.ts'
import { createObjectStore, type ObjectStore } from '../objects/object-store.ts'
import { openStorage } from './open-storage.ts'
import type { OwnerKeys } from './sign-url.ts'
import type { Storage } from './storage.ts'

export interface LocalSettings {
  folder: string
  /** The installation's secret: processes that share a folder need the same. */
  secret: string
  /** Origins of the portal's pages; empty if unknown. */
  origins: ReadonlySet<string>
  /** Origin of the store for browsers that call the portal by this host name. */
  publicEndpoint: (hostname: string) => string
  admits: (grant: Grant) => Promise<boolean>
  onFault?: (error: unknown, requestId: string) => void
}

const REGION = 'oss-cn-beijing'
const ACCESS_KEY_ID = 'portal'

export interface LocalStorage {
  storage: Storage
  /** For browsers, on a port. Opens at first use. */
  store: () => ObjectStore
  close: () => void
}

export function openLocalStorage(settings: LocalSettings): LocalStorage {
  const { secret, publicEndpoint } = settings
  const keys = ownerKeys(secret)
  const credentials = { ...keys, tokenSecret: derive(secret, 'objects tokens') }
  let opened: ObjectStore | undefined
  const store = () => {
    opened ??= openStore(settings, credentials)
    return opened
  }
  const storage = openStorage({
    keys,
    region: REGION,
    buckets: { documents: 'documents', static: 'static' },
    endpoint: 'http://localhost',
    publicEndpoint,
    pathStyle: true,
    fetch: (request) => store().fetch(request),
    issueKeys: async (bucket, { prefix, customerId, bytes }, expiresInSeconds) => {
      const { expiration, ...token } = store().issueToken({
        bucket,
        prefix,
        holder: String(customerId),
        limits: { bytes, parts: partsOf(bytes) },
        expiresInSeconds,
      })
      return { ...token, expiresAtMs: Date.parse(expiration) }
    },
  })
  return { storage, store, close: () => opened?.close() }
}

function partsOf(bytes: number): number {
  return Math.min(Math.ceil(bytes / MIN_PART_BYTES), MAX_PARTS)
}

export function ownerKeys(secret: string): OwnerKeys {
  return { accessKeyId: ACCESS_KEY_ID, accessKeySecret: derive(secret, 'objects owner') }
}

function openStore(
  { folder, origins, admits, onFault }: LocalSettings,
  credentials: Credentials,
): ObjectStore {
  return createObjectStore({
    folder,
    buckets: { documents: 'private', static: 'public-read' },
    // Requests need a signature and never carry cookies, so an unknown origin gains nothing by being let in.
    origins: origins.size > 0 ? [...origins] : ['*'],
    credentials,
    admits,
    ...(onFault && { onFault }),
  })
}

function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
