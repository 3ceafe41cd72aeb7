import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { addFolder } from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'

/** The id of the company's folder of this name, made when it is missing. @param parent null: the top @throws ApiError */
export async function ensureFolderOf(
  companyId: number,
  name: string,
  parent: number | null,
): Promise<number> {
  try {
    const { folder } = await ask(addFolder, { params: { id: companyId }, body: { name, parent } })
    return folder.id
  } catch (error) {
    const existing =
      error instanceof RefusedError && error.code === CODES.conflict && error.fields['existing_id']
    if (typeof existing === 'number') return existing
    throw error
  }
}
