import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import { stateName } from '../../lib/rules/orders/order-states.ts'
import { closeDeclaration, followDeclaration, openDeclaration } from '../../lib/stores/declare/declare.ts'
import { $declare } from '../../lib/stores/declare/form.ts'
import { $session } from '../../lib/stores/session.ts'
import { Icon } from '../kit/Icon.tsx'
import { goBack } from '../kit/layers.ts'
import { useModal } from '../kit/modals.ts'
import { ReceiptMark } from '../parts/order/ReceiptMark.tsx'
import { DeclareForm, type DeclareItem, OfficialNote } from './DeclareForm.tsx'
import sheet from './declare-sheet.css?url'

const HASH = '#declare'

interface DeclareIslandProps {
  item: DeclareItem
  /** It is the main action of the page. */
  isMain: boolean
}

/** 我要申报. The dialog has an address, so that Back closes it and links open it. */
export function DeclareIsland({ item, isMain }: DeclareIslandProps) {
  useStore($session, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  /** Going back takes a moment, and would close a dialog reopened meanwhile. */
  const isLeaving = useRef(false)
  useEffect(() => followDeclaration(), [])
  useEffect(() => {
    const read = () => {
      isLeaving.current = false
      setOpen(location.hash === HASH)
    }
    read()
    addEventListener('popstate', read)
    addEventListener('hashchange', read)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('hashchange', read)
    }
  }, [])

  function open() {
    if (isLeaving.current) addEventListener('popstate', show, { once: true })
    else show()
  }

  function show() {
    history.pushState({ declare: true }, '', HASH)
    setOpen(true)
  }

  function close() {
    isLeaving.current = Boolean(history.state?.declare)
    if (isLeaving.current) goBack(1)
    else history.replaceState(null, '', location.pathname + location.search)
    setOpen(false)
  }
  return (
    <div className="declare">
      <button
        type="button"
        className={isMain ? 'button button-primary' : 'button button-text'}
        aria-haspopup="dialog"
        onClick={open}
      >
        我要申报
      </button>
      {isOpen && <DeclareDialog item={item} onClose={close} />}
    </div>
  )
}

interface DeclareDialogProps {
  item: DeclareItem
  onClose: () => void
}

/** The form over the policy's page; full screen on a phone. */
function DeclareDialog({ item, onClose }: DeclareDialogProps) {
  const dialog = useModal({ hasAddress: true })
  const state = useStore($declare)
  useEffect(() => {
    openDeclaration(
      item.id,
      item.materials.map(({ name }) => name),
    )
    return () => {
      closeDeclaration()
    }
  }, [item])
  return (
    <dialog
      ref={dialog}
      className="declare-dialog"
      aria-labelledby="declare-title"
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <link rel="stylesheet" href={sheet} precedence="dialog" />
      <div className="declare-head">
        <h2 id="declare-title">
          申报<span>{item.title}</span>
        </h2>
        <button type="button" className="icon" aria-label="关闭" onClick={onClose}>
          <Icon name="close" stroke={2} />
        </button>
      </div>
      {state.status === 'opening' && (
        <p className="declare-waiting" role="status">
          正在读取您的草稿…
        </p>
      )}
      {(state.status === 'writing' || state.status === 'submitting') && (
        <DeclareForm item={item} form={state.form} isSubmitting={state.status === 'submitting'} />
      )}
      {state.status === 'submitted' && <Submitted order={state.sent} here={state.here} item={item} />}
    </dialog>
  )
}

/** The receipt and the next steps. */
function Submitted({ order, here, item }: { order: Order; here: boolean; item: DeclareItem }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="declare-done" role="status">
      <ReceiptMark isThere />
      <h3 ref={heading} tabIndex={-1}>
        {here ? '已提交' : '这份申报已经提交'}
      </h3>
      <p>
        服务单号 <b className="figures">{order.receipt_no}</b>，当前状态：{stateName(order.state)}。
      </p>
      <p>接单、补充材料和办理结果都会通过“消息”通知您，也可随时查看进度。</p>
      {item.official && <OfficialNote official={item.official} />}
      <a className="button button-primary" href={`/mylist/1?poid=${order.id}`}>
        查看进度
      </a>
    </div>
  )
}
