/** Mistakes in the 不可同时享受 lists of a set of policies. */

export interface ExcludeProblem {
  id: number
  /** Chinese, for the editor. */
  message: string
}

/** Exclusion holds both ways, so A naming B while B names A is no mistake, and neither are rings of three and more. */
export function findExcludeProblems(
  policies: readonly { id: number; excludes: readonly number[] }[],
): ExcludeProblem[] {
  const ids = new Set(policies.map(({ id }) => id))
  return policies.flatMap(({ id, excludes }) =>
    excludes.flatMap((other, index) => {
      if (other === id) return [{ id, message: '不能与自己互斥' }]
      if (!ids.has(other)) return [{ id, message: `没有编号为 ${other} 的政策` }]
      return excludes.indexOf(other) < index ? [{ id, message: `重复写了 ${other}` }] : []
    }),
  )
}
