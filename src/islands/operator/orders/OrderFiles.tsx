import type { Order } from '../../../lib/contract/orders/order.ts'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { findFileUrl } from '../../../lib/stores/operator/shelf.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import '../../parts/conversation/chat.css'
import { saveUrl } from '../../../lib/browser/save-url.ts'
import { showToast } from '../../kit/toast.ts'

/** The papers of an application, to download. */
export function OrderFiles({ order }: { order: Order }) {
  const files = [...order.files, ...papersOf(order)]
  if (files.length === 0) return null
  return (
    <section className="order-papers" aria-label="材料文件">
      <h3>材料文件</h3>
      <ul className="pane-rows">
        {files.map(({ id, local_name, hash_name, size, again }) => (
          <li key={id}>
            <button type="button" className="pane-file" onClick={() => download(local_name, hash_name)}>
              <FileBadge name={local_name} />
              <span>{local_name}</span>
              <small>
                {formatBytes(size)}
                {again && ' · 企业已更正'}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What came with a provider's application. */
function papersOf(order: Order) {
  if (order.kind !== 'provider') return []
  const { licence, permits } = order.fields
  return [...(licence ? [licence] : []), ...permits].map((file, index) => ({
    ...file,
    id: -1 - index,
    again: false,
  }))
}

async function download(localName: string, hashName: string): Promise<void> {
  const found = await findFileUrl({ localName, hashName })
  if ('url' in found) saveUrl(found.url)
  else showToast(found.text, 'error')
}
