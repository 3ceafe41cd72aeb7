import { useStore } from '@nanostores/react'
import { $session, UPDATE_USER } from '../../lib/stores/session.ts'
import { LoginOverlay } from './LoginOverlay.tsx'

/** The header's login button, and the overlay that any section may call for. */
export function LoginIsland() {
  const { topShow } = useStore($session, { ssr: 'initial' })
  return (
    <>
      <button type="button" className="button button-primary" onClick={() => UPDATE_USER({ topShow: true })}>
        登录
      </button>
      {topShow && <LoginOverlay />}
    </>
  )
}
