/** One upload's place in the store and its credentials, which all parts share and renew once. */
import { ask } from '../api/ask.ts'
import { RefusedError, StoreError } from '../api/errors.ts'
import { openStore, type StoreClient } from '../api/object-store.ts'
import {
  type BucketName,
  getUploadToken,
  TOKEN_SECONDS,
  type UploadToken,
} from '../contract/documents/storage.ts'

/** Remaining share of a token's life in which it starts nothing new. */
const LAST_SHARE = 0.1
const LAST_MS = 30_000
const REFUSALS = 3

const TOKEN_OVER = new Set(['SecurityTokenExpired', 'InvalidAccessKeyId', 'InvalidSecurityToken'])

export interface Session {
  bucket: BucketName
  prefix: string
  key: string
  store: StoreClient
  /** Counts the tokens, so that a late refusal of an old one requests no further one. */
  generation: number
  renewing: Promise<void> | undefined
  /** By the monotonic clock. */
  renewAtMs: number
}

export async function openSession(bucket: BucketName, token: UploadToken): Promise<Session> {
  return {
    bucket,
    prefix: token.key,
    key: `${token.key}file`,
    store: await openStore(token),
    generation: 0,
    renewing: undefined,
    renewAtMs: renewalOf(token),
  }
}

/** A device clock that is wrong by more than a token's life is ignored: then the store's refusal renews. */
function renewalOf({ expiration }: UploadToken): number {
  const lifeMs = Math.min(Date.parse(expiration) - Date.now(), TOKEN_SECONDS * 1000)
  return performance.now() + (lifeMs > 0 ? lifeMs - Math.min(LAST_MS, lifeMs * LAST_SHARE) : Infinity)
}

/** Runs `act` with valid credentials. The first refusal corrects a wrong clock. */
export async function withKeys<Value>(session: Session, act: () => Promise<Value>): Promise<Value> {
  let isClockSet = false
  for (let refusals = 0; ; refusals++) {
    if (performance.now() >= session.renewAtMs) await renew(session, session.generation)
    const { generation } = session
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (error.code === 'RequestTimeTooSkewed' && !isClockSet) {
        session.store.setClock(Date.parse(String(error.cause)))
        isClockSet = true
      } else if (TOKEN_OVER.has(error.code) && refusals < REFUSALS) await renew(session, generation)
      else throw error
    }
  }
}

function renew(session: Session, generation: number): Promise<void> {
  if (generation !== session.generation) return Promise.resolve()
  session.renewing ??= askNewToken(session.bucket, session.prefix)
    .then((token) => {
      session.store.useToken(token)
      session.generation++
      session.renewAtMs = renewalOf(token)
    })
    .finally(() => {
      session.renewing = undefined
    })
  return session.renewing
}

export async function askNewToken(bucket: BucketName, key: string): Promise<UploadToken> {
  return (await ask(getUploadToken, { query: { bucket, key } })).data
}

export function isUploadOver(error: unknown): boolean {
  return (
    (error instanceof RefusedError && error.code === 404) ||
    (error instanceof StoreError && error.code === 'NoSuchUpload')
  )
}
