/** The person's sessions. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import {
  endOneSession,
  endOtherSessions,
  listSessions,
  type OwnSession,
} from '../../contract/account/own-session.ts'
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

/** Ends the session of one other device. */
export async function endDevice(id: string): Promise<void> {
  $devicesSaid.set(null)
  try {
    await withProof(() => ask(endOneSession, { params: { id } }))
    $devicesSaid.set({ tone: 'saved', text: '该设备已退出' })
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    $devicesSaid.set({ tone: 'failed', text: `退出失败：${explainError(error)}` })
  }
  await openDevices()
}

/** @param here whether to include this device */
export async function endSessions(here: boolean): Promise<void> {
  $devicesSaid.set(null)
  try {
    const { ended } = await withProof(() => ask(endOtherSessions, {}))
    const failure = here ? await logOutHere() : undefined
    if (failure) $devicesSaid.set({ tone: 'failed', text: `其他设备已退出，本设备退出失败：${failure}` })
    else if (!here) $devicesSaid.set({ tone: 'saved', text: `已退出其他 ${ended} 台设备` })
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    $devicesSaid.set({ tone: 'failed', text: `退出失败：${explainError(error)}` })
  }
  if (!here) await openDevices()
}
