import { warnOnce } from '../answer/warn-once.ts'

/**
 * Shows records one by one. A record that cannot be shown is replaced by the reason, and does not keep others from
 * being shown.
 */
export function showEach<T>(records: readonly T[], show: (record: T) => object): object[] {
  return records.map((record) => {
    try {
      return show(record)
    } catch (error) {
      const unreadable = `this record cannot be shown: ${(error as Error).message}`
      warnOnce(unreadable)
      return { unreadable }
    }
  })
}
