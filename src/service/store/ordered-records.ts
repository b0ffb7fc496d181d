/** Records by id, in the order in which they were put first. */
export interface OrderedRecords<T> {
  put(id: string, record: T): void
  get(id: string): T | undefined
  /** The newest ones, newest first, without a walk through all others. */
  newest(limit: number): T[]
  count(): number
  clear(): void
}

/** Records in memory. */
export function createOrderedRecords<T>(): OrderedRecords<T> {
  const places = new Map<string, number>()
  const records: T[] = []
  return {
    put(id, record) {
      const place = places.get(id)
      if (place === undefined) places.set(id, records.push(record) - 1)
      else records[place] = record
    },
    get(id) {
      const place = places.get(id)
      return place === undefined ? undefined : records[place]
    },
    newest: (limit) => records.slice(Math.max(0, records.length - limit)).reverse(),
    count: () => records.length,
    clear() {
      places.clear()
      records.length = 0
    },
  }
}
