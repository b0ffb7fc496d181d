/**
 * Ids by which calls and their outputs can be told apart: one that is missing, blank or already used, here or in
 * `earlier`, is replaced. All others stay.
 */
export function distinctIds(ids: readonly (string | null | undefined)[], earlier: readonly string[] = []): string[] {
  const used = new Set(earlier)
  const given = new Set(ids)
  return ids.map((each) => {
    const id = each == null || each.trim() === '' ? 'call' : each
    let distinct = id
    for (let number = 2; used.has(distinct) || (distinct !== each && given.has(distinct)); number += 1)
      distinct = `${id}_${number}`
    used.add(distinct)
    return distinct
  })
}
