/** Names of folders and files. They are text, but a downloaded folder is a path made of them. */
import * as v from 'valibot'
import { withoutTurning } from '../../rules/text/typed-text.ts'
import { line } from '../text.ts'

/** In characters, of every file and folder, wherever it lies. */
export const DOCUMENT_NAME_LIMIT = 255
/** A new folder has no name. */
export const FOLDER_NAME_EMPTY = '文件夹名不能为空'
/** A file, or anything that is renamed, has no name (behaviour B8.2). */
export const FILE_NAME_EMPTY = '文件名不能为空'

/** Something besides spaces and marks that nobody sees. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** Trimmed and otherwise as typed: emoji and text from right to left are kept, marks that turn the order of a line are not. */
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
/** Beside a chat, or in an application. */
export const attachedName = documentName('文件名', '请填写文件名')
export const newFolderName = documentName('文件夹名', FOLDER_NAME_EMPTY)
export const folderName = documentName('文件夹名', FILE_NAME_EMPTY)
