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

/**
 * Replaces with stars the keys in a text, what is private in it by its form or by a rule of the project, and
 * the `known` values. The length of each line is kept, so that a caret below still points at its place.
 */
export function starPrivate(text: string, custom: Finders = ofProject, known: readonly Swap[] = []): string {
  const starred = starKeys(text)
  const own = createNames().add(findPrivate(` ${starred}`, { named: [], custom })) // the space: never JSON
  const all = [...known, ...own]
  if (all.length === 0) return starred
  return matchValues(all)(starred, ({ digits }, found) => found.replace(digits ? /\d/g : /[^\r\n]/g, '*'))
}
