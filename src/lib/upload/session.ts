/** One upload's place in the store and its keys, which are renewed once for all parts that need it. */
import { ask } from '../api/ask.ts'
import { RefusedError, StoreError } from '../api/errors.ts'
import { openStore, type StoreClient } from '../api/object-store.ts'
import {
  type BucketName,
  getUploadToken,
  TOKEN_SECONDS,
  type UploadToken,
} from '../contract/documents/storage.ts'

/** The last of a token's life, in which nothing new is begun with it. */
const LAST_SHARE = 0.1
const LAST_MS = 30_000
/** New keys in a row that are refused as well. */
const REFUSALS = 3

const TOKEN_OVER = new Set(['SecurityTokenExpired', 'InvalidAccessKeyId', 'InvalidSecurityToken'])

export interface Session {
  bucket: BucketName
  /** The prefix that the token may write below. */
  prefix: string
  /** Key of the object. */
  key: string
  store: StoreClient
  /** Counts the tokens, so that a refusal of an old one does not ask for a third. */
  generation: number
  renewing: Promise<void> | undefined
  /** On the clock that nobody can turn. */
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

/** A clock that is wrong by more than a token's life says nothing: then the store's refusal tells. */
function renewalOf({ expiration }: UploadToken): number {
  const lifeMs = Math.min(Date.parse(expiration) - Date.now(), TOKEN_SECONDS * 1000)
  return performance.now() + (lifeMs > 0 ? lifeMs - Math.min(LAST_MS, lifeMs * LAST_SHARE) : Infinity)
}

/** Asks the store with keys that hold. A wrong clock is put right with the first refusal. */
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

/** For an upload that is under way, before its old ones are over. */
export async function askNewToken(bucket: BucketName, key: string): Promise<UploadToken> {
  return (await ask(getUploadToken, { query: { bucket, key } })).data
}

/** The prefix is closed or over: only a new upload helps. */
export function isUploadOver(error: unknown): boolean {
  return (
    (error instanceof RefusedError && error.code === 404) ||
    (error instanceof StoreError && error.code === 'NoSuchUpload')
  )
}
