/** Ids that tell calls apart: one that is missing, blank or used already, here or in `earlier`, is replaced. */
export function distinctIds(ids: readonly (string | null | undefined)[], earlier: readonly string[] = []): string[] {
  const used = new Set(earlier)
  const earlierIds = new Set(ids)
  return ids.map((each) => {
    const id = each == null || each.trim() === '' ? 'call' : each
    let distinct = id
    for (let number = 2; used.has(distinct) || (distinct !== each && earlierIds.has(distinct)); number += 1)
      distinct = `${id}_${number}`
    used.add(distinct)
    return distinct
  })
}
