/** Opens the form of a policy's item with the previous text and contact, and submits it. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import {
  FIELD_LABELS,
  type FieldName,
  problemsOf,
  readTyped,
  type TypedFields,
} from '../../contract/orders/draft.ts'
import { changeOrder, getOrder, listOrders, type Order, type OrderItem } from '../../contract/orders/order.ts'
import type { ApplicationDraft } from '../../contract/orders/order-fields.ts'
import { createOpening, type DraftAddress } from '../drafts/opening.ts'
import { createSubmission } from '../drafts/submission.ts'
import { $companyId } from '../session.ts'
import {
  $declare,
  $declareNotice,
  $declareSync,
  $fieldProblems,
  askForMaterials,
  draftForm,
  draftOf,
  type Form,
  formOf,
  paramsOf,
  sync,
  withMaterials,
} from './form.ts'
import { troubleComing } from './materials.ts'

export const $others = atom<readonly OrderItem[]>([])

const opening = createOpening<TypedFields, ApplicationDraft, Order, DraftAddress>(draftForm, sync, {
  adapt: withMaterials,
  // Messages about another company's orders disappear with it.
  onOpening: () => {
    $others.set([])
    $declareNotice.set(null)
  },
  readDraft,
  draftWords: '账户中的申报记录',
  prefill,
})

/** Hides the form. The text is kept; unsaved parts go to the account. */
export const closeDeclaration = opening.closeForm
export const followDeclaration = opening.followForm

/** Opens the form with this device's draft, else the account's, else empty with the contact. */
export async function openDeclaration(itemId: number, names: readonly string[]): Promise<void> {
  // A submission continues after its dialog is closed: opening it again changes nothing.
  if ($declare.get().status === 'submitting' && draftForm.currentForm()?.itemId === itemId) return
  askForMaterials(names)
  $declare.set({ status: 'opening', content: draftForm.blank() })
  $fieldProblems.set({})
  $declareNotice.set(null)
  $others.set([])
  draftForm.account.met = opening.openForm({ kind: 'application', itemId, poid: null })
  await draftForm.account.met
}

/** An unsaved form takes precedence over other drafts of the item, and becomes another one. */
async function readDraft(form: Form, isUnsaved: boolean) {
  const { companyId, itemId, orderId } = form
  if (companyId === null || itemId === undefined) return undefined
  const query = { item_id: itemId }
  const { items } = (await ask(listOrders, { params: { companyId }, query })).result
  const drafts = items.filter(({ state }) => state === 'draft')
  // The known draft may have been deleted elsewhere.
  const draft = drafts.find(({ id }) => id === orderId) ?? drafts[0]
  const own = isUnsaved ? orderId : draft?.id
  $others.set(items.filter(({ id }) => id !== own))
  if (isUnsaved) return undefined
  return draft ? draftOf(await readOrder(companyId, draft.id), form) : null
}

/** The contact comes from the company profile, else from the last application. */
async function prefill() {
  const companyId = $companyId.get()
  if (companyId === null) return undefined
  const { profile } = await ask(readProfile, {})
  const isInProfile = profile.contact !== '' || profile.phone !== ''
  const { contact, phone } = isInProfile ? profile : await contactOfLastOrder(companyId)
  const source = isInProfile ? '企业档案' : '贵企业上次填写的内容'
  return {
    fill: (fields: TypedFields) => (draftForm.isBlank(fields) ? { ...fields, contact, phone } : fields),
    words: `联系人和电话取自${source}，请核对。`,
  }
}

async function contactOfLastOrder(companyId: number): Promise<{ contact: string; phone: string }> {
  const { items } = (await ask(listOrders, { params: { companyId }, query: {} })).result
  // A draft may have documents only.
  const source =
    items.find(({ kind }) => kind === 'company') ?? items.find(({ state }) => state !== 'draft') ?? items[0]
  if (!source) return { contact: '', phone: '' }
  return (await readOrder(companyId, source.id)).fields
}

async function readOrder(companyId: number, orderId: number): Promise<Order> {
  return (await ask(getOrder, { params: { companyId, orderId } })).order
}

const submission = createSubmission(draftForm, sync, {
  press: '“提交申报”',
  explain: (problems) =>
    `还不能提交，请检查：${Object.keys(problems)
      .map((name) => FIELD_LABELS[name as FieldName])
      .join('、')}`,
})

export function submitDeclaration(): Promise<void> {
  $declareNotice.set(null)
  return submission.submitForm({
    problemsOf,
    phoneIn: ({ phone }) => phone,
    doubtAfterLogin: () =>
      $others.get().length > 0
        ? '贵企业此前有该事项的草稿或申报，请核对后再点一次“提交申报”。填写的内容已保留。'
        : undefined,
    async prepare() {
      const form = formOf()
      // A prefilled form without changes is not a draft yet.
      if (form && $declareSync.get().status === 'blank') {
        draftForm.saveLocally(form)
        $declareSync.set({ status: 'device' })
      }
    },
    async obstacleTo({ orderId }, isSaved) {
      const trouble = troubleComing()
      if (trouble !== undefined) return notYet(trouble)
      const state = $declareSync.get()
      if (state.status === 'failed') return notYet(state.text)
      return isSaved && orderId !== undefined ? undefined : null
    },
    async send(form) {
      const { orderId = 0, revision, content } = form
      const body = { action: 'submit', fields: readTyped(content).draft, revision } as const
      return (await ask(changeOrder, { params: paramsOf(form, orderId), body })).order
    },
  })
}

function notYet(why: string): string {
  return `提交失败：${why}。填写的内容已保留，可以重试。`
}
