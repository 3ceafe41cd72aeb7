import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { followDeclaration } from '../../lib/stores/declare/declare.ts'
import { $session } from '../../lib/stores/session.ts'
import { DeclareDialog } from './DeclareDialog.tsx'
import type { DeclareItem } from './declare-item.ts'
import './declare.css'

const HASH = '#declare'

/** 我要申报. The form is a dialog with an address of its own, so that the back button closes it and links open it. */
export function DeclareIsland({ item }: { item: DeclareItem }) {
  useStore($session, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => followDeclaration(), [])
  useEffect(() => {
    const read = () => setOpen(location.hash === HASH)
    read()
    addEventListener('popstate', read)
    addEventListener('hashchange', read)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('hashchange', read)
    }
  }, [])

  function open() {
    history.pushState({ declare: true }, '', HASH)
    setOpen(true)
  }

  function close() {
    if (history.state?.declare) history.back()
    else history.replaceState(null, '', location.pathname + location.search)
    setOpen(false)
  }
  return (
    <div className="declare">
      <button
        type="button"
        className={item.official ? 'button' : 'button button-primary'}
        aria-haspopup="dialog"
        onClick={open}
      >
        我要申报
      </button>
      {isOpen && <DeclareDialog item={item} onClose={close} />}
    </div>
  )
}
