/** The portal's own object store on this machine's disk, behind the same code as Aliyun's. */
import { createHmac } from 'node:crypto'
import type { Credentials, Grant } from '../objects/authenticate.ts'
import { corsForUploads } from '../objects/cors.ts'
import { MAX_PARTS, MIN_PART_BYTES } from '../objects/multipart.ts'
import { createObjectStore, type ObjectStore } from '../objects/object-store.ts'
import { openStorage } from './open-storage.ts'
import type { OwnerKeys } from './sign-url.ts'
import type { Storage } from './storage.ts'

export interface LocalSettings {
  folder: string
  /** The installation's: several processes on one folder need the same. */
  secret: string
  /** Origins of the portal's pages; empty: not known. */
  origins: ReadonlySet<string>
  /** Origin of the store, as browsers see it that called the portal by this host name. */
  publicEndpoint: (hostname: string) => string
  /** Whether the upload of a token is still open for whom it was given to. */
  admits: (grant: Grant) => Promise<boolean>
  onFault?: (error: unknown, requestId: string) => void
}

const REGION = 'oss-cn-beijing'
const ACCESS_KEY_ID = 'portal'

export interface LocalStorage {
  /** Reaches the store without a port. */
  storage: Storage
  /** For browsers, to be put on a port. It is opened at first use. */
  store: () => ObjectStore
  /** Call it when no request runs any more. */
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
      const actions = ['put', 'multipart', 'get'] as const
      const { expiration, ...token } = store().issueToken({
        bucket,
        prefix,
        actions: [...actions],
        holder: String(customerId),
        limits: { bytes, parts: partsOf(bytes) },
        expiresInSeconds,
      })
      return { ...token, expiresAtMs: Date.parse(expiration) }
    },
  })
  return { storage, store, close: () => opened?.close() }
}

/** Whatever size of parts a client chooses. */
function partsOf(bytes: number): number {
  return Math.min(Math.ceil(bytes / MIN_PART_BYTES), MAX_PARTS)
}

/** Of the portal's server itself. */
export function ownerKeys(secret: string): OwnerKeys {
  return { accessKeyId: ACCESS_KEY_ID, accessKeySecret: derive(secret, 'objects owner') }
}

function openStore(
  { folder, origins, admits, onFault }: LocalSettings,
  credentials: Credentials,
): ObjectStore {
  const store = createObjectStore({ folder, credentials, admits, ...(onFault && { onFault }) })
  // Requests need a signature and never carry cookies, so an unknown origin gains nothing by being let in.
  const cors = corsForUploads(origins.size > 0 ? [...origins] : ['*'])
  store.saveBucket('documents', { acl: 'private', cors })
  store.saveBucket('static', { acl: 'public-read', cors })
  return store
}

function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url')
}
