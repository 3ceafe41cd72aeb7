/** The hours of service, as whoever is about to write reads them. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { getServiceHours } from '../contract/services/service-hours.ts'
import { awayWords, type ServiceHours, serviceHoursWords } from '../rules/time/service-hours.ts'
import { $loginNotice } from './login.ts'
import { $session } from './session.ts'

/** Null: nobody has set them, or they are not here yet; nothing is then said of them. */
export const $serviceHours = atom<ServiceHours | null>(null)

let isAsked = false

/** Once a page. What cannot be read is not told: the chat works without. */
export async function readServiceHours(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    $serviceHours.set((await ask(getServiceHours, {})).data.hours)
  } catch {
    isAsked = false
  }
}

/** 现在是非服务时间，明天 9:00 起回复。服务时间：周一至周五 9:00–18:00。 */
export function serviceWords(hours: ServiceHours, nowMs: number): { away: string | null; hours: string } {
  return { away: awayWords(hours, nowMs), hours: serviceHoursWords(hours) }
}

/** In the login overlay that stands before the chat, unless that has something to say already. */
export async function tellVisitorHours(): Promise<void> {
  await readServiceHours()
  const hours = $serviceHours.get()
  if (!hours || !$session.get().topShow || $loginNotice.get()) return
  const words = serviceWords(hours, Date.now())
  const text = [words.away, words.hours && `服务时间：${words.hours}`].filter(Boolean).join('。')
  if (text) $loginNotice.set({ tone: 'info', text })
}
