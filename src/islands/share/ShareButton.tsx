import { useState } from 'react'
import { ShareDialog } from './ShareDialog.tsx'

/** 分享: a QR code, the address, and the system's own way where there is one. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        分享
      </button>
      {isOpen && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  )
}
