/** 订阅这个条件: a condition of the page, saved in the account, or as an Atom address without one. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { isServed } from '../api/static-file.ts'
import { latest } from '../browser/latest.ts'
import { notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import {
  CONDITION_LISTS,
  type Condition,
  type ConditionList,
  conditionAt,
  conditionFeed,
  deleteSavedSearch,
  listFeed,
  listSavedSearches,
  type Rhythm,
  type SavedSearch,
  saveSearch,
  writeCondition,
} from '../contract/account/saved-search.ts'
import { CODES } from '../contract/envelope.ts'
import { createSection } from './kit/section.ts'
import { logInFirst } from './log-in-first.ts'
import { $session, handleSessionEnd } from './session.ts'

type Subscribing =
  | { status: 'choosing'; rhythm?: Rhythm }
  | { status: 'saving' }
  | { status: 'saved'; item: SavedSearch }
  | { status: 'failed'; text: string }

export const $subscribing = atom<Subscribing>({ status: 'choosing' })

interface FeedAddress {
  title: string
  path: string
}

type Feeds =
  | { status: 'looking' }
  | { status: 'exact'; path: string }
  /** Without a server for conditions: the feeds of the build. */
  | { status: 'whole'; feeds: readonly FeedAddress[] }

export const $feeds = atom<Feeds>({ status: 'looking' })

function wholeFeeds(list: ConditionList): FeedAddress[] {
  const lists = list === 'search' ? (['interpretations', 'originals', 'news'] as const) : [list]
  return lists.map((each) => ({ title: CONDITION_LISTS[each].title, path: listFeed(each) }))
}

export function shownCondition(list: ConditionList): Condition | null {
  return conditionAt(list, location.search)
}

const opening = latest()

export async function openSubscribing(condition: Condition): Promise<void> {
  const isLatest = opening.begin()
  $subscribing.set({ status: 'choosing' })
  $feeds.set({ status: 'looking' })
  const known = findSaved(condition)
  const feeds = await findFeeds(condition)
  if (isLatest()) $feeds.set(feeds)
  const item = await known
  if (isLatest() && item && $subscribing.get().status === 'choosing')
    $subscribing.set({ status: 'saved', item })
}

async function findFeeds(condition: Condition): Promise<Feeds> {
  const path = conditionFeed(condition)
  if (await isServed(path, 'application/atom+xml')) return { status: 'exact', path }
  return { status: 'whole', feeds: wholeFeeds(condition.list) }
}

async function findSaved(condition: Condition): Promise<SavedSearch | undefined> {
  if ($session.get().code !== CODES.ok) return undefined
  try {
    const { items } = await ask(listSavedSearches, {})
    return items.find((item) => writeCondition(item.condition) === writeCondition(condition))
  } catch (error) {
    handleSessionEnd(error)
    return undefined
  }
}

export async function subscribe(condition: Condition, rhythm: Rhythm): Promise<void> {
  if ($subscribing.get().status === 'saving') return
  if (!(await logInFirst())) return
  $subscribing.set({ status: 'saving' })
  try {
    const { item } = await ask(saveSearch, { body: { condition, rhythm } })
    $subscribing.set({ status: 'saved', item })
    notifyTabs('saved')
  } catch (error) {
    const ended = handleSessionEnd(error)
    $subscribing.set({ status: 'failed', text: ended ? '登录已过期，请重新登录后订阅' : explainError(error) })
  }
}

export function chooseAgain(): void {
  const state = $subscribing.get()
  if (state.status === 'saved') $subscribing.set({ status: 'choosing', rhythm: state.item.rhythm })
}

const saved = createSection(async () => (await ask(listSavedSearches, {})).items, 'saved')

export const {
  $value: $savedSearches,
  $said: $savedSaid,
  open: openSavedSearches,
  close: closeSavedSearches,
} = saved

export function changeSaved({ id, condition, rhythm, muted }: SavedSearch): Promise<boolean> {
  return saved.change(async () => {
    const { item } = await ask(saveSearch, { body: { condition, rhythm, muted } })
    showItems((items) => items.map((each) => (each.id === id ? item : each)))
  })
}

export function removeSaved(id: number): Promise<boolean> {
  return saved.change(async () => {
    await ask(deleteSavedSearch, { params: { id } })
    showItems((items) => items.filter((each) => each.id !== id))
  })
}

export function saveAgain({ condition, rhythm, muted }: SavedSearch): Promise<boolean> {
  return saved.change(async () => {
    const { item } = await ask(saveSearch, { body: { condition, rhythm, muted } })
    showItems((items) => [item, ...items])
  })
}

function showItems(change: (items: readonly SavedSearch[]) => SavedSearch[]): void {
  const state = $savedSearches.get()
  if (state.status === 'ready') saved.show(change(state.value))
}

export function followSaved(): () => void {
  return onTabsNotified('saved', openSavedSearches)
}
