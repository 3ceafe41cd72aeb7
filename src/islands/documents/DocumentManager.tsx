import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import { $view, type DocumentItem } from '../../lib/stores/documents/view.ts'
import { $session } from '../../lib/stores/session.ts'
import { LoginGate } from '../kit/LoginGate.tsx'
import { Explorer } from '../parts/documents/Explorer.tsx'
import { useFolderAddress } from './use-folder-address.ts'
import '../parts/documents/documents.css'
import './manager.css'

export function DocumentManager() {
  const { code } = useStore($session, { ssr: 'initial' })
  const isLoggedIn = code === CODES.ok
  if (isLoggedIn) return <Manager />
  return (
    <div className="manager manager-login">
      <LoginGate text="登录后可存放营业执照、审计报告等材料，申报时直接选用，无需重复上传。" label="登录" />
    </div>
  )
}

function Manager() {
  useFolderAddress()
  const { place } = useStore($view)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Items selected in another folder are invisible, and must not be deleted with visible ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the folder changes
  useEffect(() => setChosen(new Set()), [place])

  function choose(items: readonly DocumentItem[]) {
    const keys = items.map(({ key }) => key)
    const isOne = keys.length === 1
    setChosen((before) => {
      if (!isOne) return new Set(keys)
      const after = new Set(before)
      for (const key of keys) if (!after.delete(key)) after.add(key)
      return after
    })
  }

  return (
    <div className="manager">
      <Explorer
        mode="manage"
        chosen={chosen}
        onChoose={choose}
        onClear={() => {
          setChosen(new Set())
          return chosen.size > 0
        }}
      />
    </div>
  )
}
