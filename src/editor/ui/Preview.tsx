import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CONTENT_EVENT } from '../calls.ts'

/** Who types changes much in a moment: the page follows when they pause. */
const PAUSE_MS = 400

interface PreviewProps {
  /** The page of the document; null: it has none. */
  path: string | null
  hasProblems: boolean
}

/** The real page of `astro dev` with what is not saved yet; loaded anew, it keeps its place. */
export function Preview({ path, hasProblems }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (path === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A page that cannot be made is not put in the place of the last one.
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
      {/* Another address is another page, not one to go back to. */}
      <iframe ref={frame} key={path} className="editor-page" title="页面预览" src={path} />
    </>
  )
}
