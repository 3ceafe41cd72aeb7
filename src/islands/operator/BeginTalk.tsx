import { Button } from 'antd'
import { useState } from 'react'
import type { Done } from '../../lib/stores/operator/desk.ts'
import { showToast } from '../kit/toast.ts'

/** 打开咨询: opens a conversation and leads to it. */
export function BeginTalk({ begin }: { begin: () => Promise<Done<number>> }) {
  const [isBusy, setBusy] = useState(false)

  async function open() {
    setBusy(true)
    const done = await begin()
    if (done.ok) return location.assign(`/operator/conversations?id=${done.value}`)
    setBusy(false)
    showToast(done.text, 'error')
  }

  return (
    <Button loading={isBusy} onClick={open}>
      打开咨询
    </Button>
  )
}
