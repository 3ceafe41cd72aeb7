/** The person's sessions. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { endSessions, listSessions, type OwnSession } from '../../contract/account/own-session.ts'
import { loadSection, type Section } from '../kit/section.ts'
import { logOutHere } from '../log-out.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { withProof } from '../proof.ts'

export const $devices = atom<Section<readonly OwnSession[]>>({ status: 'loading' })
export const $devicesSaid = atom<{ tone: 'saved' | 'failed'; text: string } | null>(null)

export function openDevices(): Promise<void> {
  return loadSection($devices, async () => (await ask(listSessions, {})).result.items)
}

export function closeDevices(): void {
  $devices.set({ status: 'loading' })
  $devicesSaid.set(null)
}

export function endDevice(id: string): Promise<void> {
  return end(async () => {
    await withProof(() => ask(endSessions, { query: { id } }))
    return '该设备已退出'
  })
}

export function endOtherDevices(): Promise<void> {
  return end(async () => `已退出其他 ${await endOthers()} 台设备`)
}

/** Ends the sessions of all devices, this one last. */
export async function endAllDevices(): Promise<void> {
  await end(async () => {
    await endOthers()
    const failure = await logOutHere()
    if (failure) $devicesSaid.set({ tone: 'failed', text: `其他设备已退出，本设备退出失败：${failure}` })
    return undefined
  })
}

async function endOthers(): Promise<number> {
  return (await withProof(() => ask(endSessions, { query: {} }))).ended
}

async function end(work: () => Promise<string | undefined>): Promise<void> {
  $devicesSaid.set(null)
  try {
    const text = await work()
    if (text === undefined) return
    $devicesSaid.set({ tone: 'saved', text })
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    $devicesSaid.set({ tone: 'failed', text: `退出失败：${explainError(error)}` })
  }
  await openDevices()
}
