/** Names of folders and files. They are text, but a downloaded folder turns them into a path. */
import * as v from 'valibot'
import { withoutTurning } from '../../rules/text/typed-text.ts'
import { line } from '../text.ts'

export const DOCUMENT_NAME_LIMIT = 255
export const FOLDER_NAME_EMPTY = '文件夹名不能为空'
export const FILE_NAME_EMPTY = '文件名不能为空'

const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Trimmed, otherwise as typed: keeps emoji and right-to-left text, removes marks that reverse the order of a line. */
function documentName(label: string, whenEmpty: string) {
  return v.pipe(
    v.string(whenEmpty),
    v.transform(withoutTurning),
    v.trim(),
    v.regex(VISIBLE, whenEmpty),
    line(label, DOCUMENT_NAME_LIMIT),
    v.regex(/^[^/\\]*$/, `${label}不能含有 / 或 \\`),
    v.regex(/^(?!\.{1,2}$)/, `${label}不能是“.”或“..”`),
  )
}

export const fileName = documentName('文件名', FILE_NAME_EMPTY)
export const attachedName = documentName('文件名', '请填写文件名')
export const newFolderName = documentName('文件夹名', FOLDER_NAME_EMPTY)
export const folderName = documentName('文件夹名', FILE_NAME_EMPTY)
