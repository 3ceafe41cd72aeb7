/** 企业档案 on the account page: the account's data, and edits, of which only changed fields are sent. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { kept } from '../../browser/kept/kept.ts'
import { readKeptAnswers } from '../../browser/kept/kept-answers.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import {
  changeProfile,
  PROFILE_FACTS,
  profileFields,
  readProfile,
} from '../../contract/account/company-profile.ts'
import type { AnswerOf } from '../../contract/call.ts'
import {
  ANSWER_UNKNOWN,
  type AnswerValue,
  answerProblems,
  QUESTION_IDS,
} from '../../contract/policies/question.ts'
import { parseFacts } from '../../rules/eligibility/answers.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import { chinaDay } from '../../rules/time/china-day.ts'
import { showCompanyName } from '../company-name.ts'
import { loadSection, type Section } from '../kit/section.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { hearAccountsAnswers, isSame } from '../match/answers-account.ts'
import { companyMeanwhile } from '../offline/owner.ts'
import { $companyId, $hasExpired } from '../session.ts'

export type AccountPage =
  | { status: 'out' }
  | { status: 'in'; companyId: number }
  /** The session has expired: the screen stays until the next login. */
  | { status: 'expired'; companyId: number }

export const $accountPage = atom<AccountPage>({ status: 'out' })

/** Follows logins and logouts, here and in other tabs, while the page is open. */
export function followAccountPage(): () => void {
  return $companyId.subscribe((companyId) => {
    if (companyId !== null) $accountPage.set({ status: 'in', companyId })
    else leave()
  })
}

/** A background call of the bell or chat may be the first to learn that the session has ended. */
function leave(): void {
  const page = $accountPage.get()
  if (page.status !== 'in') return
  $accountPage.set($hasExpired.get() ? { status: 'expired', companyId: page.companyId } : { status: 'out' })
}

const value = v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]))

const edits = v.record(v.string(), v.object({ value, from: value }))

type ProfileValue = v.InferOutput<typeof value>

/** Unsaved edits, across reloads and logins. By field: the typed value, and the one before. */
type ProfileEdits = v.InferOutput<typeof edits>

const keptEdits = kept('profile', edits)

type ProfileProblems = Readonly<Record<string, string>>

/** Checks only edited fields: the others were accepted before. */
function findProfileProblems(
  values: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): ProfileProblems {
  const own = Object.entries(profileFields.entries).flatMap(([key, schema]) => {
    const read = v.safeParse(schema, values[key])
    return read.success ? [] : [[key, read.issues[0].message] as const]
  })
  const { problems } = readAnswersIn(values)
  const wrong = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ key, message }) => [key, message] as const)
  return Object.fromEntries([...own, ...wrong].filter(([key]) => changed.includes(key)))
}

function readAnswersIn(values: Readonly<Record<string, unknown>>) {
  const answers = PROFILE_FACTS.map((key) => [key, toFact(values[key])])
  return parseFacts(Object.fromEntries(answers), chinaDay(new Date()))
}

export function factsIn(values: Readonly<Record<string, unknown>>): Facts {
  return readAnswersIn(values).facts
}

/** Returns an answer in the form of the questions' fields: undefined unanswered, null 不清楚. */
export function toFact(value: unknown): unknown {
  if (value === null) return undefined
  return value === ANSWER_UNKNOWN ? null : value
}

/** Returns an answer in the form of the wire and the store: null unanswered. */
export function toAnswer(fact: unknown): ProfileValue {
  if (fact === undefined) return null
  return fact === null ? ANSWER_UNKNOWN : (fact as ProfileValue)
}

export const PROFILE_FIELDS = ['name', 'credit_code', 'contact', 'phone', 'legal_person', 'address'] as const

export type ProfileField = (typeof PROFILE_FIELDS)[number]
type ProfileKey = ProfileField | (typeof PROFILE_FACTS)[number]
type ProfileValues = Record<ProfileKey, ProfileValue>

export interface Profile {
  values: ProfileValues
}

type ProfileSaving =
  | { status: 'idle' }
  | { status: 'saving' }
  | { status: 'saved' }
  | { status: 'failed'; text: string }

export const $profile = atom<Section<Profile>>({ status: 'loading' })
export const $profileEdits = atom<ProfileEdits>({})
export const $profileProblems = atom<ProfileProblems>({})
export const $profileSaving = atom<ProfileSaving>({ status: 'idle' })

let openFor: number | null = null

export async function openProfile(): Promise<void> {
  const page = $accountPage.get()
  if (page.status === 'out') return
  if (openFor !== page.companyId) {
    openFor = page.companyId
    $profile.set({ status: 'loading' })
    $profileEdits.set(keptEdits.read(page.companyId) ?? {})
    $profileProblems.set({})
    $profileSaving.set({ status: 'idle' })
  }
  await readProfileAgain()
}

/** Returns this tab's edits for the last known company, to show them before the session check ends. */
export function keptProfile(): Partial<Record<ProfileKey, ProfileValue>> {
  const companyId = companyMeanwhile()
  const edits = companyId === null ? undefined : keptEdits.read(companyId)
  return Object.fromEntries(Object.entries(edits ?? {}).map(([key, { value }]) => [key, value]))
}

export function readProfileAgain(): Promise<void> {
  return loadSection($profile, async () => toProfile(await ask(readProfile, {})))
}

/** Answers are reported twice: when given, and when the account has them. */
export function readProfileAfterAnswers(): void {
  const { place, unsent } = readKeptAnswers()
  if (place === 'account' && unsent.length === 0) readProfileAgain()
}

export function closeProfile(): void {
  openFor = null
  $profile.set({ status: 'loading' })
  $profileEdits.set({})
}

export function shownValues({ values }: Profile, edits: ProfileEdits): ProfileValues {
  const typed = Object.entries(edits).map(([key, { value }]) => [key, value])
  return { ...values, ...Object.fromEntries(typed) }
}

/** Returns the fields that were changed here and then elsewhere. */
export function movedFields({ values }: Profile, edits: ProfileEdits): ProfileKey[] {
  const keys = Object.keys(edits) as ProfileKey[]
  return keys.filter((key) => !isSame(edits[key]?.from, values[key]))
}

export function typeProfile(key: ProfileKey, value: ProfileValue): void {
  const state = $profile.get()
  if (state.status !== 'ready') return
  const saved = state.value.values[key]
  const { [key]: former, ...others } = $profileEdits.get()
  setEdits(isSame(value, saved) ? others : { ...others, [key]: { value, from: former?.from ?? saved } })
  const { [key]: _, ...problems } = $profileProblems.get()
  $profileProblems.set(problems)
  if ($profileSaving.get().status !== 'saving') $profileSaving.set({ status: 'idle' })
}

export function checkProfileField(key: ProfileField): void {
  const edit = $profileEdits.get()[key]
  const read = edit && v.safeParse(profileFields.entries[key], edit.value)
  if (read && !read.success)
    $profileProblems.set({ ...$profileProblems.get(), [key]: read.issues[0].message })
}

export function dropProfileEdits(): void {
  setEdits({})
  $profileProblems.set({})
  $profileSaving.set({ status: 'idle' })
}

/** Saves the edits. Returns false with problems or a notice if they were not saved. */
export async function saveProfile(): Promise<boolean> {
  const state = $profile.get()
  if (state.status !== 'ready' || $profileSaving.get().status === 'saving') return false
  const sent = $profileEdits.get()
  if (Object.keys(sent).length === 0) return true
  const problems = findProfileProblems(shownValues(state.value, sent), Object.keys(sent))
  $profileProblems.set(problems)
  if (Object.keys(problems).length > 0) {
    $profileSaving.set({ status: 'failed', text: '有内容填写不正确，尚未保存' })
    return false
  }
  $profileSaving.set({ status: 'saving' })
  try {
    const answer = await ask(changeProfile, { body: toChange(sent) })
    $profile.set({ status: 'ready', value: toProfile(answer) })
    if (sent['name']) showCompanyName(answer.profile.name)
    setEdits(
      Object.fromEntries(Object.entries($profileEdits.get()).filter(([key, edit]) => edit !== sent[key])),
    )
    $profileSaving.set({ status: 'saved' })
    hearAccountsAnswers(answer.questions)
    notifyTabs('company')
    return true
  } catch (error) {
    meetRefusal(error)
    return false
  }
}

function meetRefusal(error: unknown): void {
  if (askAgainIfSessionEnded(error)) {
    const text = '登录已过期，尚未保存。登录后请再点一次“保存”，填写的内容已保留。'
    $profileSaving.set({ status: 'failed', text })
    return
  }
  const told = v.safeParse(
    answerProblems,
    error instanceof RefusedError ? error.fields['problems'] : undefined,
  )
  const problems = told.success ? told.output : []
  for (const { id, message } of problems) {
    const key = PROFILE_FACTS.find((fact) => QUESTION_IDS[fact] === id)
    if (key) $profileProblems.set({ ...$profileProblems.get(), [key]: message })
  }
  $profileSaving.set({ status: 'failed', text: `保存失败：${explainError(error)}` })
}

function setEdits(edits: ProfileEdits): void {
  $profileEdits.set(edits)
  const page = $accountPage.get()
  if (page.status === 'out') return
  if (Object.keys(edits).length === 0) keptEdits.drop(page.companyId)
  else keptEdits.keep(edits, page.companyId)
}

function toProfile({ profile, questions }: AnswerOf<typeof readProfile>): Profile {
  const answers = questions.map(({ key, answer }) => [key, answer])
  const { sizes: _, ...own } = profile
  return { values: { ...own, ...Object.fromEntries(answers) } }
}

function toChange(edits: ProfileEdits) {
  const typed = (key: ProfileKey) => edits[key]
  const own = PROFILE_FIELDS.flatMap((key) => (typed(key) ? [[key, String(typed(key)?.value)]] : []))
  const answers = PROFILE_FACTS.filter(typed).map((key) => ({
    id: QUESTION_IDS[key],
    value: (typed(key)?.value ?? null) as AnswerValue | null,
  }))
  return { ...Object.fromEntries(own), answers }
}
