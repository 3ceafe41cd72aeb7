import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { $hold } from '../../../lib/stores/uploads/hold.ts'
import { newsTeller } from '../../../lib/stores/uploads/news.ts'
import { $uploads } from '../../../lib/stores/uploads/state.ts'
import { showToast } from '../toast.ts'
import { useOnlyOne } from '../use-only-one.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { RoomFullDialog } from './RoomFullDialog.tsx'

const $teller = atom<symbol | null>(null)

/** What uploads ask and how they end, also while their queue is out of sight: the picker has closed. */
export function UploadNews() {
  const isTeller = useOnlyOne($teller)
  return (
    <>
      {isTeller && <Outcomes />}
      {isTeller && <ConflictDialog />}
      {isTeller && <LogoutDialog />}
      <RoomFullDialog />
    </>
  )
}

/** Says how uploads end, aloud too: a success when the last is through, the others at once; and that they wait. */
function Outcomes() {
  const uploads = useStore($uploads)
  const hold = useStore($hold)
  useEffect(() => {
    // The end of the session and missing room have dialogs of their own.
    if (hold?.why === 'often') showToast(hold.text, 'error')
  }, [hold])
  const [newsOf] = useState(() => newsTeller(uploads))
  useEffect(() => {
    const text = newsOf(uploads)
    if (text) showToast(text, text === '上传失败' ? 'error' : 'success')
  }, [uploads, newsOf])
  return null
}
