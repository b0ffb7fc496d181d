import { type Child, element } from '../kit/element.ts'

/** Updates a part of the document; nothing is rebuilt while `given` stays the same. */
export type Region<Given> = (given: Given) => void

export function createRegion<Given>(id: string, build: (given: Given) => Child[]): Region<Given> {
  const place = partOf(id)
  let last: string | undefined
  return (input) => {
    const stamp = JSON.stringify(input)
    if (stamp === last) return
    morphChildren(place, element('div', {}, ...build(input)))
    last = stamp
  }
}

/** @throws if the shell lacks it: service/local/page/page-html.ts and this module then do not match */
export function partOf(id: string): HTMLElement {
  const part = document.getElementById(id)
  if (part === null) throw new Error(`the page has no part #${id}`)
  return part
}

/** Touches only what differs, so that focus, selection, scrolling and opened details survive; `data-key` moves. */
function morphChildren(old: Element, fresh: Element): void {
  const nodes = [...fresh.childNodes]
  const keys = new Set(nodes.map(keyOf))
  for (const child of [...old.childNodes]) if (keyOf(child) !== null && !keys.has(keyOf(child))) child.remove()
  const keyed = new Map([...old.childNodes].map((child) => [keyOf(child), child]))
  let at = old.firstChild
  for (const next of nodes) {
    const key = keyOf(next)
    while (key === null && at !== null && keyOf(at) === null && !alike(at, next)) at = drop(at)
    const match = key !== null ? keyed.get(key) : at !== null && keyOf(at) === null ? at : undefined
    if (key !== null) keyed.delete(key) // a second child with the same key is built anew
    if (match === undefined || !alike(match, next)) {
      old.insertBefore(next, at)
      continue
    }
    if (match === at) at = at.nextSibling
    else old.insertBefore(match, at)
    morph(match, next)
  }
  while (at !== null) at = drop(at)
}

function morph(old: Node, fresh: Node): void {
  if (old instanceof Element && fresh instanceof Element) {
    morphAttributes(old, fresh)
    morphChildren(old, fresh)
  } else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
}

function morphAttributes(old: Element, fresh: Element): void {
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !isReaders(old, name)) old.setAttribute(name, value)
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name)
}

/** Once details are on the page, only the reader opens and closes them. */
const isReaders = (old: Element, name: string): boolean => name === 'open' && old.tagName === 'DETAILS'

const keyOf = (node: Node): string | null => (node instanceof Element ? node.getAttribute('data-key') : null)

const alike = (one: Node, other: Node): boolean => one.nodeName === other.nodeName && keyOf(one) === keyOf(other)

function drop(node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  node.remove()
  return next
}
