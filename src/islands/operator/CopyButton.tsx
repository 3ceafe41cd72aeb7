import { Button } from 'antd'
import { copyText } from '../../lib/browser/copy-text.ts'
import { showToast } from '../kit/toast.ts'

export function CopyButton({ text, children = '复制' }: { text: string; children?: string }) {
  async function copy() {
    if (await copyText(text)) showToast('已复制')
    else showToast('复制失败，请选中后复制', 'error')
  }
  return <Button onClick={copy}>{children}</Button>
}
