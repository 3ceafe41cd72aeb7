import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import { FIELD_LABELS, type FieldName, type TypedFields } from '../../lib/contract/orders/draft.ts'
import { stateName } from '../../lib/rules/orders/order-states.ts'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { countdown } from '../../lib/rules/time/countdown.ts'
import { $others, submitDeclaration } from '../../lib/stores/declare/declare.ts'
import {
  $declareChecks,
  $declareNotice,
  $declareSync,
  $draftKeepable,
  $fieldProblems,
  differences,
  dropOther,
  type Form,
  saveNow,
  typeField,
} from '../../lib/stores/declare/form.ts'
import {
  $coming,
  $papers,
  bringAgain,
  bringPapers,
  dropComing,
  followMaterials,
  readPapers,
  tickMaterial,
  untickPaper,
} from '../../lib/stores/declare/materials.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import { $isOnline } from '../../lib/stores/kit/online.ts'
import { $session, ensureLoggedIn } from '../../lib/stores/session.ts'
import { $uploads, percentOf } from '../../lib/stores/uploads/state.ts'
import { showToast } from '../kit/toast.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { syncWords } from '../parts/form/form-notes.tsx'
import { OlderVersion } from '../parts/form/OlderVersion.tsx'
import type { PaperDesk } from '../parts/order/MaterialList.tsx'
import { OrderFields } from '../parts/order/OrderFields.tsx'

interface DeclareFormProps {
  item: DeclareItem
  form: Form
  isSubmitting: boolean
}

export function DeclareForm({ item, form, isSubmitting }: DeclareFormProps) {
  const problems = useStore($fieldProblems)
  const checks = useStore($declareChecks)
  const notice = useStore($declareNotice)
  const sync = useStore($declareSync)
  const isLoggedIn = useStore($session).code === CODES.ok
  const desk = useDraftDesk(item.id, form)
  const notes = Object.fromEntries(
    item.materials.map(({ name, note, optional }) => [
      name,
      [optional && '按需提供', note].filter(Boolean).join('，'),
    ]),
  )
  return (
    <form
      className="declare-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submitDeclaration()
      }}
      onBlur={() => sync.status === 'device' && saveNow()}
    >
      <DraftBanner window={item.window} isLoggedIn={isLoggedIn} />
      <div className="declare-body">
        <OthersNote />
        {item.official && <OfficialNote official={item.official} />}
        <OtherNote {...form} />
        <OrderFields
          fields={form.content}
          problems={problems}
          checks={checks}
          notes={notes}
          desk={desk}
          isLocked={isSubmitting}
          onChange={typeField}
        />
      </div>
      <div className="wrap declare-foot">
        {notice && (
          <p
            className={`declare-notice ${notice.tone === 'error' ? 'problem' : 'soft'}`}
            role={notice.tone === 'error' ? 'alert' : 'status'}
          >
            {notice.text}
          </p>
        )}
        <button
          type="submit"
          className="button button-primary"
          aria-busy={isSubmitting}
          disabled={isSubmitting}
        >
          {isSubmitting ? '正在提交…' : isLoggedIn ? '提交申报' : '登录并提交申报'}
        </button>
      </div>
    </form>
  )
}

function useDraftDesk(itemId: number, { companyId, orderId }: Form): PaperDesk {
  const there = useStore($papers)
  const coming = useStore($coming)
  const uploads = useStore($uploads)
  useEffect(() => {
    warmPicker()
    return followMaterials(itemId)
  }, [itemId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft has other papers
  useEffect(() => {
    readPapers(itemId)
  }, [itemId, companyId, orderId])

  return {
    papersOf: (material) => [
      ...there
        .filter(({ materials }) => materials.includes(material))
        .map((file) => ({
          ...file,
          key: String(file.id),
          onDrop: async () => warn(await untickPaper(itemId, material, file)),
        })),
      ...[...coming]
        .filter(([, each]) => each.itemId === itemId && each.material === material)
        .map(([id, { name, file, trouble }]) => {
          const upload = uploads.find((each) => each.id === id)
          const failed = upload?.state.status === 'failed' ? upload.state.text : trouble
          const percent = file || !upload ? 100 : percentOf(upload)
          return {
            key: `coming-${id}`,
            local_name: name,
            expires_on: null,
            report_year: null,
            coming: failed ?? `上传中 ${percent}%`,
            onDrop: () => dropComing(id),
            ...(failed !== undefined && { onRetry: () => bringAgain(id) }),
          }
        }),
    ],
    onPick: async (material) => warn(await tickMaterial(itemId, material)),
    onBring: async (material, files) => warn(await bringPapers(itemId, material, files)),
  }
}

function warn(text: string | undefined): void {
  if (text) showToast(text, 'error')
}

function OtherNote({ content, other }: Form) {
  if (!other) return null
  const rows = differences(other.content, content).map((name) => {
    return { label: FIELD_LABELS[name], text: shown(other.content, name) }
  })
  return <OlderVersion from={other.from} rows={rows} onClose={dropOther} />
}

function shown(fields: TypedFields, name: FieldName): string {
  const value = fields[name]
  if (typeof value === 'string') return value || '（空）'
  const ready = value.filter((each) => each.ready).map((each) => each.name)
  return ready.length > 0 ? `已备齐：${ready.join('、')}` : '（未勾选）'
}

function OthersNote() {
  const others = useStore($others)
  if (others.length === 0) return null
  const hasDraft = others.some(({ state }) => state === 'draft')
  return (
    <div className="declare-others" role="note">
      <p>
        {hasDraft
          ? '贵企业已有一份该事项的草稿，请勿重复申报。'
          : '贵企业已申报过该事项，请先查看进度，避免重复申报。'}
      </p>
      <ul>
        {others.map(({ id, state, receipt_no, gmt_modified }) => (
          <li key={id}>
            <a href={`/mylist/1?poid=${id}`}>
              {receipt_no ?? '草稿'}（{stateName(state)}，{chinaDay(new Date(gmt_modified))}）
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function DraftBanner({ window, isLoggedIn }: { window: ApplicationWindow; isLoggedIn: boolean }) {
  const sync = useStore($declareSync)
  const isKeepable = useStore($draftKeepable)
  const isOnline = useStore($isOnline)
  const { tone, text } = countdown(window, useNow())
  return (
    <div className={`draft-banner draft-${tone}`}>
      <p>
        <b>草稿未提交</b>
        <span className="figures">{text}</span>
      </p>
      <p className="soft draft-sync" role="status">
        {syncWords(sync, {
          isLoggedIn,
          isKeepable,
          isOnline,
          invitation: '填写内容自动保存到本设备，提交时再登录。',
        })}
        {sync.status === 'failed' && isOnline && (
          <button type="button" className="link" onClick={() => (isLoggedIn ? saveNow() : ensureLoggedIn())}>
            {isLoggedIn ? '重试' : '登录'}
          </button>
        )}
      </p>
    </div>
  )
}

/** Where the authority receives applications itself: declaring here is not that. */
export function OfficialNote({ official }: { official: { name: string; url: string } }) {
  return (
    <p className="declare-official">
      这项政策由主管部门在“{official.name}”受理。<b>在这里提交不等于向主管部门申报</b>
      ，只便于您准备材料和跟进；请同时到官方入口办理。
      <a href={official.url} rel="noopener external" target="_blank">
        前往官方申报入口
      </a>
    </p>
  )
}

export interface DeclareItem {
  /** Page id of the interpretation. */
  id: number
  title: string
  window: ApplicationWindow
  materials: readonly { name: string; note?: string | undefined; optional: boolean }[]
  official?: { name: string; url: string } | undefined
}
