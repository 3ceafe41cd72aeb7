/** The hours of service, for people who are about to write. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { getServiceHours } from '../contract/services/service-hours.ts'
import { awayWords, type ServiceHours, serviceHoursWords } from '../rules/time/service-hours.ts'
import { $loginNotice } from './login.ts'
import { $session } from './session.ts'

/** Null if unset or not loaded; nothing is then shown. */
export const $serviceHours = atom<ServiceHours | null>(null)

let isAsked = false

/** Once per page. On an error nothing is shown: the chat works without. */
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

export async function tellVisitorHours(): Promise<void> {
  await readServiceHours()
  const hours = $serviceHours.get()
  if (!hours || !$session.get().topShow || $loginNotice.get()) return
  const words = serviceWords(hours, Date.now())
  const text = [words.away, words.hours && `服务时间：${words.hours}`].filter(Boolean).join('。')
  if (text) $loginNotice.set({ tone: 'info', text })
}
