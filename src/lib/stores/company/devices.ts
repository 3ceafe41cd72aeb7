/** The person's sessions. */
import { ask } from '../../api/ask.ts'
import { endSessions, listSessions } from '../../contract/account/own-session.ts'
import { createSection } from '../kit/section.ts'
import { logOutHere } from '../log-out.ts'
import { withProof } from '../proof.ts'

export const devices = createSection(async () => (await ask(listSessions, {})).result.items)

const FAILED = { failed: '退出失败：' }

export function endDevice(id: string): Promise<boolean> {
  return devices.change(async () => {
    await withProof(() => ask(endSessions, { query: { id } }))
    await devices.open()
    return '该设备已退出'
  }, FAILED)
}

export function endOtherDevices(): Promise<boolean> {
  return devices.change(async () => {
    const ended = await endOthers()
    await devices.open()
    return `已退出其他 ${ended} 台设备`
  }, FAILED)
}

/** Ends the sessions of all devices, this one last. */
export async function endAllDevices(): Promise<void> {
  if (!(await devices.change(endOthers, FAILED))) return
  const failure = await logOutHere()
  if (failure) devices.$said.set({ tone: 'failed', text: `其他设备已退出，本设备退出失败：${failure}` })
}

async function endOthers(): Promise<number> {
  return (await withProof(() => ask(endSessions, { query: {} }))).ended
}
