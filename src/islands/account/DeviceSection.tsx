import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { devices, endAllDevices, endDevice, endOtherDevices } from '../../lib/stores/company/devices.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { Said, SectionFrame } from './SectionFrame.tsx'

const PATHS: Readonly<Record<DeviceKind, string>> = {
  phone: 'M6 2h8v16H6ZM9 15.5h2',
  tablet: 'M4 2h12v16H4ZM9 15.5h2',
  computer: 'M2 4h16v10H2ZM7 17h6M10 14v3',
  unknown: 'M2 4h16v10H2ZM10 11.5v.01M8.5 7a1.5 1.5 0 1 1 1.5 2',
}

function DeviceIcon({ kind }: { kind: DeviceKind }) {
  return (
    <svg viewBox="0 0 20 20" width="24" height="24" aria-hidden="true">
      <path
        d={PATHS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function DeviceSection() {
  const state = useStore(devices.$value)
  const said = useStore(devices.$said)
  const [asking, setAsking] = useState<'others' | 'all' | null>(null)
  const shown = state.status === 'ready' ? state.value : []
  const others = shown.filter(({ current }) => !current).length
  return (
    <SectionFrame
      id="sessions"
      title="登录设备"
      lead="您的登录记录。发现陌生设备或手机丢失时，请立即退出该设备。"
      state={state}
      onRetry={devices.open}
    >
      <ul className="people devices">
        {shown.map(({ id, device, address, current, gmt_create, seen_at }) => {
          const { kind, text } = deviceWords(device)
          return (
            <li key={id}>
              <DeviceIcon kind={kind} />
              <span className="wrap people-name">
                {text}
                {current && <span className="mark">本设备</span>}
              </span>
              <span className="soft">
                {formatMoment(gmt_create)} 登录{!current && ` · 最近使用 ${formatMoment(seen_at)}`}
                {address !== null && ` · 网络地址 ${address}`}
              </span>
              {!current && (
                <button type="button" className="button" onClick={() => endDevice(id)}>
                  退出此设备<span className="visually-hidden">{text}</span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Said {...said} />
      <div className="wrap company-acts">
        {others > 0 && (
          <button type="button" className="button" onClick={() => setAsking('others')}>
            退出其他设备
          </button>
        )}
        <button type="button" className="button" onClick={() => setAsking('all')}>
          退出所有设备
        </button>
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'all' ? '退出所有设备？' : `退出其他 ${others} 台设备？`}
          onConfirm={() => {
            setAsking(null)
            if (asking === 'all') endAllDevices()
            else endOtherDevices()
          }}
          onCancel={() => setAsking(null)}
        >
          <p>
            {asking === 'all'
              ? '本设备也会退出，再次使用需用验证码登录。未保存的内容请先保存。'
              : '其他设备会立即退出，再次使用需用验证码登录；本设备不受影响。'}
          </p>
        </ConfirmDialog>
      )}
    </SectionFrame>
  )
}

type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown'

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

/** Returns the kind of device and its words: `微信 · iPhone`. @param device as the server names it; null if unknown */
export function deviceWords(device: string | null): { kind: DeviceKind; text: string } {
  if (device === null) return { kind: 'unknown', text: '未知设备' }
  const kind = KINDS.find(([sign]) => sign.test(device))?.[1] ?? 'unknown'
  return { kind, text: `${WORDS[kind]} · ${device}` }
}
