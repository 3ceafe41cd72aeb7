import { Button } from 'antd'
import { useState } from 'react'
import { needsNoReply } from '../../../lib/stores/operator/hand-over.ts'
import { showToast } from '../../kit/toast.ts'

/** Takes a conversation out of 待回复 without a word, such as after 谢谢. */
export function NoReply({ id, onDone }: { id: number; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)

  async function settle() {
    setBusy(true)
    const problem = await needsNoReply(id)
    setBusy(false)
    if (problem) return showToast(problem, 'error')
    showToast('已移出待回复')
    onDone()
  }

  return (
    <Button loading={isBusy} onClick={settle}>
      无需回复
    </Button>
  )
}
