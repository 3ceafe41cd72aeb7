/** What a person is told who chose more files than may be chosen (behaviour B8.5). */
export function tooManyFiles(limit: number): string {
  return `选择文件的个数不能超过${limit}个！`
}
