import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { together } from '../../../lib/browser/together.ts'
import { SEARCH_LIMIT } from '../../../lib/contract/documents/document-file.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { downloadItem, downloadZip } from '../../../lib/stores/documents/download.ts'
import { followQuota } from '../../../lib/stores/documents/storage-quota.ts'
import {
  $topFolders,
  $view,
  contentOf,
  type DocumentItem,
  followAccount,
  followDocuments,
  openPlace,
} from '../../../lib/stores/documents/view.ts'
import { $sortedItems, $viewChoice } from '../../../lib/stores/documents/view-choice.ts'
import { $works } from '../../../lib/stores/documents/work.ts'
import { $companyId, askForLogin } from '../../../lib/stores/session.ts'
import { shownFolder } from '../../../lib/stores/uploads/choice.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { showToast } from '../../kit/toast.ts'
import { Waiting } from '../../kit/Waiting.tsx'
import { ItemList } from './ItemList.tsx'
import type { ItemAction } from './ItemMenu.tsx'
import { ItemTasks, type Task } from './ItemTasks.tsx'
import { StorageBar } from './StorageBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { UploadBox } from './UploadBox.tsx'
import { UploadNews } from './UploadNews.tsx'

/** What applications ask for most often. */
const USUAL_FILES = [
  ['证照', '营业执照、资质和认定证书'],
  ['财务', '审计报告、纳税申报表'],
  ['人员', '社会保险缴费记录、劳动合同'],
  ['研发', '专利等知识产权证书、项目资料'],
] as const

interface ExplorerProps {
  mode: 'pick' | 'manage'
  chosen: ReadonlySet<string>
  accept?: readonly string[]
  onChoose: (items: readonly DocumentItem[]) => void
  onClear: () => boolean
}

export function Explorer({ mode, chosen, accept = [], onChoose, onClear }: ExplorerProps) {
  const view = useStore($view)
  const items = useStore($sortedItems)
  const { layout } = useStore($viewChoice)
  const isLoggedIn = useStore($companyId) !== null
  const [task, setTask] = useState<Task | null>(null)
  const { more } = contentOf(view)
  const isSearch = view.place.kind === 'search'

  useEffect(() => {
    return together(followAccount(), followDocuments(), followQuota())
  }, [])

  function act(action: ItemAction, item: DocumentItem) {
    if (action === 'download' || action === 'zip') startDownload(action, item)
    else if (action === 'delete') setTask({ kind: 'delete', items: [item] })
    else if (action === 'new-folder') {
      if (item.kind === 'folder') setTask({ kind: action, parent: item.folder.id, into: item.folder.name })
    } else if (action !== 'update' && action !== 'validity') setTask({ kind: action, item })
    else if (item.kind === 'file') setTask({ kind: action, item })
  }

  /** The requested folder: another one may be shown by the time of the answer. */
  function end(task: Task) {
    setTask((now) => (now === task ? null : now))
  }

  function press(item: DocumentItem) {
    if (item.kind === 'folder') openPlace({ kind: 'folder', id: item.folder.id })
    else onChoose([item])
  }

  return (
    <div className={`explorer explorer-${mode}`}>
      <FolderList />
      <section className="explorer-main" aria-label="文件">
        <StorageBar />
        <WorkNotes />
        <Crumbs />
        <Toolbar
          onNewFolder={() => setTask({ kind: 'new-folder', parent: shownFolder() })}
          chosen={mode === 'manage' ? items.filter(({ key }) => chosen.has(key)) : []}
          onDelete={(some) => setTask({ kind: 'delete', items: some })}
        />
        <UploadBox mode={mode} accept={accept}>
          <div className="explorer-content" aria-busy={view.status === 'loading'}>
            {isSearch && view.status === 'ready' && (
              <p className="soft" role="status">
                {more
                  ? `结果过多，文件夹和文件各显示前 ${formatNumber(SEARCH_LIMIT)} 项`
                  : `找到 ${formatNumber(items.length)} 项`}
              </p>
            )}
            <ItemList
              items={items}
              layout={layout}
              chosen={chosen}
              canChooseAll={mode === 'manage'}
              onPress={press}
              onChoose={onChoose}
              onAction={act}
              onDelete={(item) =>
                setTask({
                  kind: 'delete',
                  items:
                    chosen.has(item.key) && mode === 'manage'
                      ? items.filter(({ key }) => chosen.has(key))
                      : [item],
                })
              }
              onClear={onClear}
            />
            {view.status === 'ready' && items.length === 0 && (
              <EmptyState subject={isSearch ? 'found' : 'files'}>
                {isSearch ? '没有找到。请换更短的词。' : '还没有文件。先传营业执照，申报时直接选用。'}
                {mode === 'manage' && !isSearch && (
                  <ul className="empty-steps">
                    {USUAL_FILES.map(([title, text]) => (
                      <li key={title}>
                        <b>{title}</b>
                        <span className="soft">{text}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </EmptyState>
            )}
            {view.status === 'failed' && (
              <p className="explorer-empty" role="alert">
                {view.text}
                <button type="button" className="button" onClick={() => openPlace(view.place)}>
                  重试
                </button>
              </p>
            )}
            {view.status === 'idle' && !isLoggedIn && (
              <p className="explorer-empty">
                登录后继续
                <button type="button" className="button" onClick={askForLogin}>
                  登录
                </button>
              </p>
            )}
            {(view.status === 'loading' || (view.status === 'idle' && isLoggedIn)) && (
              <div className="explorer-loading">
                <Waiting />
              </div>
            )}
          </div>
        </UploadBox>
      </section>
      {task && <ItemTasks task={task} onEnd={() => end(task)} />}
      <UploadNews />
    </div>
  )
}

async function startDownload(action: 'download' | 'zip', item: DocumentItem): Promise<void> {
  const isZip = action === 'zip' && item.kind === 'folder'
  const text = await (isZip ? downloadZip(item.folder) : downloadItem(item))
  if (text) showToast(text, 'error')
}

function WorkNotes() {
  // Instant tasks show nothing.
  const works = useStore($works).filter(({ progress }) => progress !== '')
  return works.map(({ id, title, progress, stop }) => (
    <p key={id} className="wrap work">
      <span role="status">{title}</span>
      <span className="soft">{progress}</span>
      <button type="button" className="link" aria-label={`停止：${title}`} onClick={stop}>
        停止
      </button>
    </p>
  ))
}

function Crumbs() {
  const view = useStore($view)
  const { path } = contentOf(view)
  const { place } = view
  return (
    <nav className="soft wrap crumbs" aria-label="当前位置">
      <button
        type="button"
        aria-current={place.kind === 'top' ? 'location' : undefined}
        onClick={() => openPlace({ kind: 'top' })}
      >
        全部文件
      </button>
      {path.map(({ id, name }, index) => (
        <button
          key={id}
          type="button"
          aria-current={index === path.length - 1 ? 'location' : undefined}
          onClick={() => openPlace({ kind: 'folder', id })}
        >
          {name}
        </button>
      ))}
      {place.kind === 'search' && <span aria-current="location">搜索“{place.text}”</span>}
    </nav>
  )
}

function FolderList() {
  const folders = useStore($topFolders)
  const view = useStore($view)
  const { place, status } = view
  const openId = contentOf(view).path[0]?.id
  return (
    <nav className="folders" aria-label="文件夹">
      <button
        type="button"
        aria-current={place.kind === 'top' ? 'true' : undefined}
        onClick={() => openPlace({ kind: 'top' })}
      >
        全部文件
      </button>
      {folders.length === 0 && status === 'ready' && <p>暂无文件夹</p>}
      {folders.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="cut"
          title={name}
          aria-current={place.kind === 'folder' && openId === id ? 'true' : undefined}
          onClick={() => openPlace({ kind: 'folder', id })}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
