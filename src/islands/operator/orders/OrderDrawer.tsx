import { useStore } from '@nanostores/react'
import { Button, Descriptions, Drawer } from 'antd'
import { useEffect } from 'react'
import { saveUrl } from '../../../lib/browser/save-file.ts'
import { changeSubmittedOrder, type OperatorOrder } from '../../../lib/contract/operator/order.ts'
import type { Order } from '../../../lib/contract/orders/order.ts'
import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { beginAboutOrder } from '../../../lib/stores/operator/desk.ts'
import { changeDeskOrder, deskOrder } from '../../../lib/stores/operator/orders.ts'
import { findFileUrl } from '../../../lib/stores/operator/shelf.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import { showToast } from '../../kit/toast.ts'
import { OrderContent } from '../../parts/order/OrderContent.tsx'
import { StateMark, Timeline } from '../../parts/order/StateMark.tsx'
import { BeginTalk } from '../BeginTalk.tsx'
import { PartState } from '../ListTable.tsx'
import { useShortcut } from '../shortcuts.tsx'
import { WorkBar } from '../WorkBar.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import '../../parts/conversation/chat.css'

/** One application beside the table: its content, its history, and the next steps. */
export function OrderDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const state = useStore(deskOrder.$state)
  useEffect(() => {
    if (id !== null) deskOrder.load(id)
  }, [id])
  useShortcut('back', id === null ? undefined : onClose)
  const open = state.status === 'ready' && state.value.order.id === id ? state.value : undefined
  return (
    <Drawer
      open={id !== null}
      size={720}
      title={<h2>{open?.order.title ?? '申请'}</h2>}
      onClose={onClose}
      closable={{ 'aria-label': '关闭' }}
      extra={
        open && (
          <span className="desk-actions">
            <Button onClick={() => window.print()}>打印</Button>
            <BeginTalk begin={() => beginAboutOrder(open.order.id)} />
          </span>
        )
      }
      footer={open && <OrderSteps key={id} open={open} />}
    >
      {open ? (
        <OpenOrder {...open} />
      ) : (
        id !== null && (
          <PartState
            state={state.status === 'failed' ? state : { status: 'loading' }}
            onRetry={() => deskOrder.load(id)}
          />
        )
      )}
    </Drawer>
  )
}

function OpenOrder({ order, company, operator_id, operators, history }: OperatorOrder) {
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'state', label: '状态', children: <StateMark state={order.state} /> },
          { key: 'no', label: '服务单号', children: order.receipt_no },
          {
            key: 'company',
            label: '企业',
            children: <a href={`/operator/companies?id=${company.id}`}>{company.name}</a>,
          },
          { key: 'operator', label: '顾问', children: order.operator ?? '无' },
        ]}
      />
      <WorkBar
        assigned={operator_id}
        operators={operators}
        history={history}
        onHandOver={(to, note) =>
          changeDeskOrder(changeSubmittedOrder, order.id, {
            act: 'assign',
            operator_id: to,
            from: operator_id,
            note,
          })
        }
      />
      <OrderContent order={order} />
      <OrderFiles order={order} />
      <Timeline order={order} />
    </>
  )
}

function OrderFiles({ order }: { order: Order }) {
  const papers = papersOf(order).map((file) => ({
    ...file,
    again: false,
    scan: order.scans?.[file.hash_name],
  }))
  const files = [...order.files, ...papers]
  if (files.length === 0) return null
  return (
    <section className="order-papers" aria-label="材料文件">
      <h3>材料文件</h3>
      <ul className="pane-rows">
        {files.map(({ local_name, hash_name, size, again, scan }) => (
          <li key={hash_name}>
            <button type="button" className="pane-file" onClick={() => download(local_name, hash_name)}>
              <FileBadge name={local_name} />
              <span>{local_name}</span>
              <small>
                {formatBytes(size)}
                {again && ' · 企业已更正'}
                {scan && ` · ${SCAN_WORDS[scan]}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function papersOf(order: Order) {
  if (order.kind === 'loan') return order.fields.materials
  if (order.kind !== 'provider') return []
  const { licence, permits } = order.fields
  return [...(licence ? [licence] : []), ...permits]
}

async function download(localName: string, hashName: string): Promise<void> {
  const found = await findFileUrl({ localName, hashName })
  if ('url' in found) saveUrl(found.url)
  else showToast(found.text, 'error')
}
