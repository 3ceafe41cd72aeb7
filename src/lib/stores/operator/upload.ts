/** The upload of a file from the operator's device to a conversation, one at a time (behaviour B7.9). */
import { explainUpload } from '../../upload/failures.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, $owner } from '../session.ts'
import { createUploader, type StoredFile, UploadFailure } from '../uploads/single.ts'
import { $desk, SESSION_ENDED } from './desk.ts'

/** A file never goes out in the name of another person. */
const OTHER_PERSON = '上传期间换了登录账号，文件未发出，请重新上传'

const LOGGED_OUT = '已退出登录，上传已取消'

const uploader = createUploader<'desk'>(explainUpload)

export const { $state: $deskUpload, cancel: cancelDeskUpload } = uploader

let sender: string | null = null

type DeskUploadEnd = { status: 'stored'; file: StoredFile } | { status: UploadFailure['end']; text: string }

export async function uploadForDesk(file: File): Promise<DeskUploadEnd> {
  const companyId = $companyId.get()
  if (companyId === null) {
    askForLoginAgain()
    return { status: 'refused', text: SESSION_ENDED }
  }
  if (uploader.$state.get().status === 'idle') sender = $owner.get()
  try {
    return { status: 'stored', file: await uploader.upload(file, 'desk', companyId) }
  } catch (error) {
    if (!(error instanceof UploadFailure)) throw error
    return { status: error.end, text: error.message }
  }
}

$owner.listen((owner) => {
  if (owner !== null && owner !== sender) uploader.stop(OTHER_PERSON)
})

$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') uploader.stop(LOGGED_OUT)
})
