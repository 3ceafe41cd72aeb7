import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CONTENT_EVENT } from '../calls.ts'

const PAUSE_MS = 400

interface PreviewProps {
  path: string | null
  hasProblems: boolean
}

/** Shows the real page of `astro dev` with unsaved text; a reload keeps the scroll position. */
export function Preview({ path, hasProblems }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (path === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Keeps the last page if the new one cannot be rendered.
    const load = async () => {
      const answer = await fetch(path).catch(() => undefined)
      setFailed(!answer?.ok)
      if (answer?.ok) frame.current?.contentWindow?.location.reload()
    }
    const follow = () => {
      clearTimeout(timer)
      timer = setTimeout(load, PAUSE_MS)
    }
    import.meta.hot?.on(CONTENT_EVENT, follow)
    return () => {
      clearTimeout(timer)
      import.meta.hot?.off(CONTENT_EVENT, follow)
    }
  }, [path])
  if (path === null) return <p className="editor-note">这个文件没有自己的页面。先写编号（id）。</p>
  return (
    <>
      <a className="editor-page-link" href={path} target="_blank" rel="noreferrer">
        在新标签页打开
      </a>
      {(hasProblems || isFailed) && (
        <Alert
          type="warning"
          banner
          title={
            hasProblems
              ? '有需要修改的地方，页面停在上一次正确的样子。'
              : '现在生成不了这个页面，下面是上一次的样子。原因见内容工作台。'
          }
        />
      )}
      {/* The key replaces the frame, so that a new address adds no entry to the history. */}
      <iframe ref={frame} key={path} className="editor-page" title="页面预览" src={path} />
    </>
  )
}
