import { Alert, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { PAGE_MESSAGE, type PageMessage } from '../calls.ts'

const WIDTHS = [
  { label: '电脑', value: 'wide' },
  { label: '手机', value: 'phone' },
] as const

interface PreviewProps {
  /** The page of the document; null: it has none. */
  path: string | null
  hasProblems: boolean
}

/** The real page with what is not saved yet. It follows every change by itself (live-page.ts). */
export function Preview({ path, hasProblems }: PreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]['value']>('wide')
  const [state, setState] = useState<PageMessage['state']>('shown')
  useEffect(() => {
    const hear = ({ data, origin }: MessageEvent<Partial<PageMessage> | undefined>) => {
      if (origin === location.origin && data?.type === PAGE_MESSAGE && data.state) setState(data.state)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  if (path === null) {
    return <p className="editor-preview">这个文件没有自己的页面。先写编号（id）。</p>
  }
  return (
    <section className="editor-preview" aria-label="页面预览">
      <div className="editor-preview-head">
        <Segmented options={[...WIDTHS]} value={width} onChange={setWidth} aria-label="预览宽度" />
        <a href={path} target="_blank" rel="noreferrer">
          在新标签页打开
        </a>
      </div>
      {(hasProblems || state !== 'shown') && (
        <Alert
          type="warning"
          showIcon
          title={
            hasProblems
              ? '有需要修改的地方，页面停在上一次正确的样子。'
              : '现在生成不了这个页面，下面是上一次的样子。原因见内容工作台。'
          }
        />
      )}
      {/* Another address is another page, not one to go back to. */}
      <iframe key={path} className={`editor-page ${width}`} title="页面预览" src={path} />
    </section>
  )
}
