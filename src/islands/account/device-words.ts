/** `微信 · iPhone` → what kind of thing that is, for a list of one's own devices. */

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown'

const KINDS: readonly [RegExp, DeviceKind][] = [
  [/iPhone|安卓|鸿蒙/, 'phone'],
  [/iPad/, 'tablet'],
  [/Windows|Mac|Linux/, 'computer'],
]

const WORDS: Readonly<Record<DeviceKind, string>> = {
  phone: '手机',
  tablet: '平板',
  computer: '电脑',
  unknown: '设备',
}

/** @param device as the server names it; null: unknown */
export function deviceWords(device: string | null): { kind: DeviceKind; text: string } {
  if (device === null) return { kind: 'unknown', text: '未知设备' }
  const kind = KINDS.find(([sign]) => sign.test(device))?.[1] ?? 'unknown'
  return { kind, text: `${WORDS[kind]} · ${device}` }
}
