/** What an element can contain; null stands for nothing. */
export type Child = Node | string | null

/** Attributes by name; null leaves one out. Names are never data. */
type Attributes = Record<string, string | null>

/** Text passed to it only ever becomes text: the page has no other way to put data into the document. */
export function element(tag: string, attributes: Attributes | string = {}, ...children: readonly Child[]): HTMLElement {
  const built = document.createElement(tag)
  const members = typeof attributes === 'string' ? { class: attributes } : attributes
  for (const [name, value] of Object.entries(members)) if (value !== null) built.setAttribute(name, value)
  for (const child of children) {
    if (typeof child === 'string') built.append(...visibleText(child))
    else if (child !== null) built.append(child)
  }
  return built
}

/** Invisible, but they change what is seen or matched. Joiners are left alone, because emoji need them. */
const hidden =
  /((?![\t\n\r])[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}])/u

type TextPiece = { text: string } | { code: string }

/** Takes text apart at its hidden characters, so that each can be shown by its code point. */
export function findHidden(text: string): TextPiece[] {
  return text
    .split(hidden)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { code: codeOf(part) }))
    .filter((piece) => !('text' in piece) || piece.text !== '')
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function visibleText(text: string): Node[] {
  return findHidden(text).map((piece) => {
    if ('text' in piece) return document.createTextNode(piece.text)
    const mark = document.createElement('span')
    mark.className = 'hidden-character'
    mark.title = 'A character that cannot be seen'
    mark.textContent = piece.code
    return mark
  })
}

/** Builds an SVG element. Its attributes are numbers and words of this page, never data. */
export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElement {
  const built = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) built.setAttribute(name, String(value))
  built.append(...children)
  return built
}
