import { type Child, element } from '../kit/element.ts'
import { morphChildren } from './morph.ts'

/** Brings a part of the document up to date; nothing is built while `given` stays what it was. */
export type Region<Given> = (given: Given) => void

/** A region that shows what `build` makes of plain data. */
export function createRegion<Given>(id: string, build: (given: Given) => Child[]): Region<Given> {
  const place = partOf(id)
  let shown: string | undefined
  return (given) => {
    const stamp = JSON.stringify(given)
    if (stamp === shown) return
    morphChildren(place, element('div', {}, ...build(given)))
    shown = stamp
  }
}

/** A part of the shell, by its id. Throws when the shell has none: then page-html.ts and this module do not match. */
export function partOf(id: string): HTMLElement {
  const part = document.getElementById(id)
  if (part === null) throw new Error(`the page has no part #${id}`)
  return part
}
