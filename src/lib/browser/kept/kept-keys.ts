/**
 * Everything that `kept()` keeps in this browser: what the keys begin with, whether the tab or the device keeps it, and
 * what a logout does with it. A key that is not in this table cannot be kept under. It comes with every page, so it
 * loads nothing: what stands under a key is known to whoever keeps it.
 */
import { isEmbedded } from '../embedded.ts'

interface Keeping {
  where: 'tab' | 'device'
  /** goes: nobody after the person may find it. stays: it tells nothing of them. settled: forget-person.ts decides. */
  atLogout: 'goes' | 'stays' | 'settled'
}

const KEPT = {
  /** Of the questionnaire. A copy of the account's goes by itself, see stores/match/answers-account.ts. */
  answers: { where: 'device', atLogout: 'stays' },
  'chat:draft': { where: 'tab', atLogout: 'goes' },
  'chat:open': { where: 'tab', atLogout: 'goes' },
  'chat:topic': { where: 'tab', atLogout: 'goes' },
  /** 内容纠错: written by readers, who need no login for that. */
  correction: { where: 'device', atLogout: 'stays' },
  'documents:view': { where: 'device', atLogout: 'stays' },
  /** Drafts of applications. What the account does not have stays, and whoever logs out is told so. */
  form: { where: 'device', atLogout: 'settled' },
  'login:resend_at': { where: 'device', atLogout: 'stays' },
  /** Names of papers, which earlier versions kept here: nobody after the person finds them. */
  materials: { where: 'device', atLogout: 'goes' },
  /** That an operator wants no keys of one letter. */
  'desk-keys': { where: 'device', atLogout: 'stays' },
  /** What an operator is writing. */
  operator: { where: 'tab', atLogout: 'goes' },
  /** Who was logged in last: whose drafts and pages this device shows while there is no line. */
  owner: { where: 'device', atLogout: 'goes' },
  /** How far a list was scrolled. */
  place: { where: 'tab', atLogout: 'stays' },
  /** 企业档案, as it is being typed. */
  profile: { where: 'tab', atLogout: 'goes' },
  reserve: { where: 'tab', atLogout: 'goes' },
  /** Of what is left of them, the account's page shows the size, to be given up. */
  uploads: { where: 'device', atLogout: 'goes' },
} as const satisfies Record<string, Keeping>

export type KeptName = keyof typeof KEPT

/** Numbers and words that follow the name in a key. */
export type KeptIds = readonly (string | number)[]

/** What the browser refused to keep, or a page within another is not to keep, for as long as the page is there. */
const refused = new Map<string, string>()

export function keyOf(name: KeptName, ids: KeptIds): string {
  return [name, ...ids].join(':')
}

export function isKeyOf(name: KeptName, key: string): boolean {
  return key === name || key.startsWith(`${name}:`)
}

/** Null: there is none. */
export function readText(name: KeptName, ids: KeptIds): string | null {
  const key = keyOf(name, ids)
  try {
    return refused.get(key) ?? storageOf(name).getItem(key)
  } catch {
    return null
  }
}

/** @param text null: there is none any more @returns false where the browser refuses: storage full or switched off */
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

/** The ids of everything that is kept under a name. */
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

/** Takes away what nobody after the person may find, also what pages keep that are not open. */
export function emptyPersonal(): void {
  for (const name of Object.keys(KEPT) as KeptName[]) {
    if (KEPT[name].atLogout === 'goes') for (const ids of idsOf(name)) writeText(name, ids, null)
  }
}

/** @throws where nothing may be kept or read */
function storageOf(name: KeptName): Storage {
  if (isEmbedded()) throw new Error('embedded')
  return KEPT[name].where === 'tab' ? sessionStorage : localStorage
}
