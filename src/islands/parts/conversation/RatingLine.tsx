import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { GRADE_WORDS, GRADES, type Grade, RATING_NOTE_LIMIT } from '../../../lib/contract/chat/rating.ts'
import { $ratings, askForRating, sendRating } from '../../../lib/stores/chat/dialogue.ts'
import { showToast } from '../../kit/toast.ts'

interface Props {
  conversationId: number
  mark: string
}

/** 这次咨询满意吗: asked once after a conversation; the answer can be changed for a week. */
export function RatingLine({ conversationId: id, mark }: Props) {
  const rating = useStore($ratings, { keys: [id] })[id]
  const [changing, setChanging] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the dialogue has changed
  useEffect(() => {
    askForRating(id)
  }, [id, mark])
  if (!rating || rating.is === 'none') return null
  if (rating.is === 'given' && !changing) {
    return (
      <p className="wrap dialogue-rating">
        <span role="status">您的评价：{GRADE_WORDS[rating.grade]}。谢谢。</span>
        <button type="button" className="button" onClick={() => setChanging(true)}>
          修改
        </button>
      </p>
    )
  }
  return (
    <RatingForm
      key={rating.seq}
      given={rating.is === 'given' ? rating : null}
      onSend={async (grade, note) => {
        const problem = await sendRating(id, rating.seq, grade, note)
        if (problem) showToast(problem, 'error')
        else setChanging(false)
      }}
    />
  )
}

interface FormProps {
  given: { grade: Grade; note: string } | null
  onSend: (grade: Grade | null, note: string) => Promise<void>
}

function RatingForm({ given, onSend }: FormProps) {
  const [grade, setGrade] = useState<Grade | null>(given?.grade ?? null)
  const [note, setNote] = useState(given?.note ?? '')
  const [isBusy, setBusy] = useState(false)

  async function send(chosen: Grade | null): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await onSend(chosen, note)
    setBusy(false)
  }

  return (
    <form
      className="wrap dialogue-rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (grade !== null) send(grade)
      }}
    >
      <fieldset className="wrap">
        <legend>这次咨询满意吗？</legend>
        {GRADES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="grade"
              value={each}
              checked={grade === each}
              onChange={() => setGrade(each)}
            />
            {GRADE_WORDS[each]}
          </label>
        ))}
      </fieldset>
      {grade !== null && (
        <input
          className="field"
          aria-label="还想说的，选填"
          placeholder="还想说的（选填）"
          maxLength={RATING_NOTE_LIMIT}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      {grade !== null && (
        <button type="submit" className="button button-primary" aria-busy={isBusy}>
          提交
        </button>
      )}
      {!given && grade === null && (
        <button type="button" className="button" aria-busy={isBusy} onClick={() => send(null)}>
          不评价
        </button>
      )}
    </form>
  )
}
