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
