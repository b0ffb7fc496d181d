import { starKeys } from '../secret-keys.ts'
import { findPrivate } from './find.ts'
import { matchValues, type Swap } from './replace.ts'
import { createNames } from './stand-ins.ts'

type Finders = readonly ((text: string) => string[])[]

let ofProject: Finders = []

/** Declares what the project calls private: from here on messages about any file have stars for it, whoever writes them. */
export function starAlso(custom: Finders): void {
  ofProject = custom
}

/**
 * A text with stars for its keys, for what is private in it by its form or by a rule of the project, and for the values that
 * are `known`: as long as before, line by line, so that a caret below still points at its place.
 */
export function starPrivate(text: string, custom: Finders = ofProject, known: readonly Swap[] = []): string {
  const starred = starKeys(text)
  const own = createNames().add(findPrivate(` ${starred}`, { named: [], custom })) // a text, even where it begins as JSON does
  const all = [...known, ...own]
  if (all.length === 0) return starred
  return matchValues(all)(starred, ({ digits }, found) => found.replace(digits ? /\d/g : /[^\r\n]/g, '*'))
}
