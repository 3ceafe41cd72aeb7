/**
 * All keys of `kept()` in this browser: their prefix, their place (tab or device), and their fate at a logout. `kept()`
 * accepts only keys of this table. Every page loads this file, so it imports no schema: the owner of a key knows its content.
 */
import { isEmbedded } from '../embedded.ts'

interface Keeping {
  where: 'tab' | 'device'
  /** goes: deleted for the next user. stays: holds nothing personal. settled: forget-person.ts decides. */
  atLogout: 'goes' | 'stays' | 'settled'
}

const KEPT = {
  /** The questionnaire. A copy of the account's answers is deleted separately, see stores/match/answers-account.ts. */
  answers: { where: 'device', atLogout: 'stays' },
  company: { where: 'device', atLogout: 'goes' },
  'chat:draft': { where: 'tab', atLogout: 'goes' },
  'chat:outbox': { where: 'device', atLogout: 'goes' },
  'chat:open': { where: 'tab', atLogout: 'goes' },
  /** 内容纠错, which readers write without a login. */
  correction: { where: 'device', atLogout: 'stays' },
  'documents:view': { where: 'device', atLogout: 'stays' },
  /** Drafts of applications. A draft that the account lacks stays; the person sees that at logout. */
  form: { where: 'device', atLogout: 'settled' },
  'login:resend_at': { where: 'device', atLogout: 'stays' },
  /** Names of files, which earlier versions stored here: deleted for the next user. */
  materials: { where: 'device', atLogout: 'goes' },
  /** An operator's choice to switch off keys of one letter. */
  'desk-keys': { where: 'device', atLogout: 'stays' },
  /** The last logged-in person, whose drafts and pages this device shows offline. */
  owner: { where: 'device', atLogout: 'goes' },
  place: { where: 'tab', atLogout: 'stays' },
  profile: { where: 'tab', atLogout: 'goes' },
  reserve: { where: 'tab', atLogout: 'goes' },
  /** The account's page shows the size of unfinished uploads, and offers to abandon them. */
  uploads: { where: 'device', atLogout: 'goes' },
} as const satisfies Record<string, Keeping>

export type KeptName = keyof typeof KEPT

export type KeptIds = readonly (string | number)[]

/** Values that the browser refused, or that a page in a frame must not store; they last as long as the page. */
const refused = new Map<string, string>()

export function keyOf(name: KeptName, ids: KeptIds): string {
  return [name, ...ids].join(':')
}

export function isKeyOf(name: KeptName, key: string): boolean {
  return key === name || key.startsWith(`${name}:`)
}

export function readText(name: KeptName, ids: KeptIds): string | null {
  const key = keyOf(name, ids)
  try {
    return refused.get(key) ?? storageOf(name).getItem(key)
  } catch {
    return null
  }
}

/** @param text null deletes it @returns false when the browser refuses: storage full or switched off */
export function writeText(name: KeptName, ids: KeptIds, text: string | null): boolean {
  const key = keyOf(name, ids)
  refused.delete(key)
  try {
    if (text === null) storageOf(name).removeItem(key)
    else storageOf(name).setItem(key, text)
    return true
  } catch {
    if (text !== null) refused.set(key, text)
    return isEmbedded()
  }
}

export function idsOf(name: KeptName): string[][] {
  const keys = [...storedKeys(name), ...refused.keys()]
  return keys.filter((key) => isKeyOf(name, key)).map((key) => key.split(':').slice(name.split(':').length))
}

function storedKeys(name: KeptName): string[] {
  try {
    return Object.keys(storageOf(name))
  } catch {
    return []
  }
}

/** Deletes personal data for the next user, also that of pages that are not open. */
export function emptyPersonal(): void {
  for (const name of Object.keys(KEPT) as KeptName[]) {
    if (KEPT[name].atLogout === 'goes') for (const ids of idsOf(name)) writeText(name, ids, null)
  }
}

function storageOf(name: KeptName): Storage {
  if (isEmbedded()) throw new Error('embedded')
  return KEPT[name].where === 'tab' ? sessionStorage : localStorage
}
