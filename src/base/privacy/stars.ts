import { starKeys } from '../secrets/secret-keys.ts'
import { findPrivate } from './find.ts'
import { matchValues, type Swap } from './replace.ts'
import { createNames } from './stand-ins.ts'

type Finders = readonly ((text: string) => string[])[]

let ofProject: Finders = []

/** Registers what the project calls private: from here on, messages about any file star it out. */
export function starAlso(custom: Finders): void {
  ofProject = custom
}

/** Stars over keys, private and `known` values; lines keep their length, so that a caret below stays right. */
export function starPrivate(text: string, custom: Finders = ofProject, swaps: readonly Swap[] = []): string {
  const starred = starKeys(text)
  const own = createNames().add(findPrivate(` ${starred}`, { named: [], custom })) // the space: never JSON
  const all = [...swaps, ...own]
  if (all.length === 0) return starred
  return matchValues(all)(starred, ({ digits }, match) => match.replace(digits ? /\d/g : /[^\r\n]/g, '*'))
}
