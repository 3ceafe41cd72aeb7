/** 全部咨询: the chat and the topics of every order in which something was said, newest first, page by page. */
import { ask } from '../../api/ask.ts'
import { CHATTING_PER_PAGE, listConsultations } from '../../contract/chat/chatting.ts'
import { growList } from '../kit/growing-list.ts'
import { $companyId, $owner } from '../session.ts'
import { askAgainIfLeft } from './failures.ts'

const list = growList({
  async fetchPage(page) {
    const id = $companyId.get()
    return id === null
      ? undefined
      : (await ask(listConsultations, { params: { id }, query: { page } })).result
  },
  perPage: CHATTING_PER_PAGE,
  keyOf: ({ id }) => id,
  endOfSession() {
    const owner = $owner.get()
    return (error) => askAgainIfLeft(error, owner)
  },
})

export const $consultations = list.$list
export const { more: loadMoreConsultations, forget: closeConsultations } = list

/** As many pages as are shown or on their way. */
export const openConsultations = () => list.refresh()
