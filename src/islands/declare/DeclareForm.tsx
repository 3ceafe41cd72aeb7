import { useStore } from '@nanostores/react'
import { CODES } from '../../lib/contract/envelope.ts'
import {
  $declareNotice,
  $declareSync,
  $fieldProblems,
  type Form,
  saveNow,
  typeField,
} from '../../lib/stores/declare/form.ts'
import { submitDeclaration } from '../../lib/stores/declare/submit.ts'
import { $session } from '../../lib/stores/session.ts'
import { OrderFields } from '../parts/order/OrderFields.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import { DraftBanner } from './DraftBanner.tsx'
import type { DeclareItem } from './declare-item.ts'
import { OfficialNote } from './OfficialNote.tsx'
import { OthersNote } from './OthersNote.tsx'
import { useDraftDesk } from './use-draft-desk.ts'

interface Props {
  item: DeclareItem
  form: Form
  isSubmitting: boolean
}

/** The application as it is being written. */
export function DeclareForm({ item, form, isSubmitting }: Props) {
  const problems = useStore($fieldProblems)
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
        {sync.status === 'conflict' && <ConflictNote form={form} theirs={sync.theirs.content} />}
        <OrderFields
          fields={form.content}
          problems={problems}
          notes={notes}
          desk={desk}
          isLocked={isSubmitting || sync.status === 'conflict'}
          onChange={typeField}
        />
      </div>
      <div className="declare-foot">
        {notice && (
          <p
            className={`declare-notice declare-${notice.tone}`}
            role={notice.tone === 'error' ? 'alert' : 'status'}
          >
            {notice.text}
          </p>
        )}
        <button
          type="submit"
          className="button button-primary"
          aria-busy={isSubmitting}
          disabled={isSubmitting || sync.status === 'conflict'}
        >
          {isSubmitting ? '正在提交…' : isLoggedIn ? '提交申报' : '登录并提交申报'}
        </button>
      </div>
    </form>
  )
}
