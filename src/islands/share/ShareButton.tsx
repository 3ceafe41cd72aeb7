import { useState } from 'react'
import { encode } from 'uqr'
import { copyText } from '../../lib/browser/copy-text.ts'
import { type PageCard, readPageCard } from '../../lib/stores/share.ts'
import { useModal } from '../kit/modals.ts'
import { QrCode } from '../kit/QrCode.tsx'
import { showToast } from '../kit/toast.ts'
import './share.css'

/** 分享: a QR code, the address, and the system's own share sheet if available. */
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

function ShareDialog({ onClose }: { onClose: () => void }) {
  const dialog = useModal()
  const [card] = useState(readPageCard)
  return (
    <dialog ref={dialog} className="share" aria-labelledby="share-title" onCancel={onClose}>
      <h2 id="share-title">分享</h2>
      <p className="share-name">{card.title}</p>
      {/MicroMessenger/i.test(navigator.userAgent) ? (
        <p>点右上角的“···”，选“发送给朋友”或“分享到朋友圈”。</p>
      ) : (
        <>
          <QrCode
            modules={encode(card.link, { border: 0 }).data}
            label={`本页的二维码：${card.title}`}
            className="share-code"
          />
          <p>用微信扫一扫，在手机上打开后转发。</p>
        </>
      )}
      <p className="soft share-address">{card.link}</p>
      <div className="wrap share-actions">
        <button type="button" className="button button-primary" onClick={() => copy(card)}>
          复制链接
        </button>
        {'share' in navigator && (
          <button type="button" className="button" onClick={() => shareBySystem(card)}>
            用其他应用分享
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          关闭
        </button>
      </div>
    </dialog>
  )
}

async function copy({ title, link }: PageCard): Promise<void> {
  if (await copyText(`${title} ${link}`)) showToast('已复制标题和链接')
  else showToast('复制失败，请选中上面的网址复制', 'error')
}

async function shareBySystem({ title, description, link }: PageCard): Promise<void> {
  try {
    await navigator.share({ title, text: description, url: link })
  } catch (error) {
    // AbortError: closed without sharing.
    if ((error as Error).name !== 'AbortError') console.warn(error)
  }
}
