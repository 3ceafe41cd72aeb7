/** 预约: a company reserves a person's time. The form keeps its text until the server has it. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { newClientId } from '../browser/client-id.ts'
import { kept } from '../browser/kept/kept.ts'
import { notifyTabs } from '../browser/page-events.ts'
import { PHONE_INVALID } from '../contract/account/sms.ts'
import {
  CONTACT_LIMIT,
  createReservation,
  type Reservation,
  type ReservationForm,
} from '../contract/services/reservation.ts'
import { isPhone, normalizePhone } from '../rules/text/phone.ts'
import { logInFirst } from './log-in-first.ts'
import { askForLoginAgain } from './login.ts'
import { handleSessionEnd } from './session.ts'

export type ReserveTarget = Pick<ReservationForm, 'kind' | 'target_id' | 'slot_id'>

export interface ReserveFields {
  contact: string
  phone: string
  note: string
}

type ReserveProblems = Partial<Record<keyof ReserveFields, string>>

interface ReserveNotice {
  tone: 'hint' | 'error'
  text: string
}

type ReserveState =
  | { status: 'typing'; problems: ReserveProblems; notice: ReserveNotice | null }
  | { status: 'sending' }
  | { status: 'done'; reservation: Reservation }

const TYPING: ReserveState = { status: 'typing', problems: {}, notice: null }

export const $reserve = atom<ReserveState>(TYPING)

/** The text and its client id, which prevents a second reservation after a lost answer. */
interface ReserveDraft extends ReserveFields {
  clientId: string
}

/** By kind and target: all times of an expert share the text. */
const keptDrafts = kept(
  'reserve',
  v.object({ contact: v.string(), phone: v.string(), note: v.string(), clientId: v.string() }),
)

export function readReserveDraft({ kind, target_id }: ReserveTarget): ReserveDraft {
  const blank = () => ({ contact: '', phone: '', note: '', clientId: newClientId() })
  return keptDrafts.read(kind, target_id) ?? blank()
}

export function changeReserveDraft(
  target: ReserveTarget,
  draft: ReserveDraft,
  changed: keyof ReserveFields,
): void {
  keptDrafts.keep(draft, target.kind, target.target_id)
  const state = $reserve.get()
  if (state.status !== 'typing' || state.problems[changed] === undefined) return
  const { [changed]: _, ...problems } = state.problems
  $reserve.set({ ...state, problems })
}

/** The current form: answers to closed ones are ignored. */
let form = Symbol()

export function startReserving(): void {
  form = Symbol()
  $reserve.set(TYPING)
}

function findProblems({ contact, phone }: ReserveFields): ReserveProblems {
  const length = contact.trim().length
  return {
    ...(length > 0 && length <= CONTACT_LIMIT
      ? {}
      : { contact: length === 0 ? '请填写联系人' : `联系人不能超过 ${CONTACT_LIMIT} 个字` }),
    ...(isPhone(normalizePhone(phone)) ? {} : { phone: PHONE_INVALID }),
  }
}

/** Submits the form; the same form again is the same reservation. */
export async function reserve(target: ReserveTarget, draft: ReserveDraft): Promise<void> {
  if ($reserve.get().status === 'sending') return
  const sent = form
  const show = (state: ReserveState) => sent === form && $reserve.set(state)
  const problems = findProblems(draft)
  if (Object.keys(problems).length > 0) {
    show({ status: 'typing', problems, notice: null })
    return
  }
  if (!(await logInFirst(draft.phone))) {
    show({
      status: 'typing',
      problems: {},
      notice: { tone: 'hint', text: '尚未提交，请先登录。填写的内容已保留。' },
    })
    return
  }
  const note = draft.note.trim()
  show({ status: 'sending' })
  try {
    const { data } = await ask(createReservation, {
      body: {
        ...target,
        contact: draft.contact.trim(),
        phone: normalizePhone(draft.phone),
        client_id: draft.clientId,
        ...(note !== '' && { note }),
      },
    })
    show({ status: 'done', reservation: data })
    keptDrafts.drop(target.kind, target.target_id)
    notifyTabs('reservations')
  } catch (error) {
    if (handleSessionEnd(error) && sent === form) askForLoginAgain()
    show({ status: 'typing', problems: {}, notice: { tone: 'error', text: explainError(error) } })
  }
}
