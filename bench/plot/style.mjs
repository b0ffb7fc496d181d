/** Escapes text for an SVG. */
export const escapeText = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Colours for light and dark, chosen by the reader's system; the light ones are the fallback. */
const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.quiet { fill: #59636e } .title { font-weight: 600; font-size: 14px }
.grid { stroke: #d1d9e0 } .own { fill: #0969da } .other { fill: #818b98 }
.line { fill: none; stroke-width: 2 } .c0 { stroke: #0969da; fill: #0969da } .c1 { stroke: #bc4c00; fill: #bc4c00 }
.c2 { stroke: #1a7f37; fill: #1a7f37 } .c3 { stroke: #8250df; fill: #8250df } .line { fill: none } .t { stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .quiet { fill: #9198a1 } .grid { stroke: #3d444d } .own { fill: #4493f8 } .other { fill: #848d97 }
.c0 { stroke: #4493f8; fill: #4493f8 } .c1 { stroke: #f0883e; fill: #f0883e } .c2 { stroke: #3fb950; fill: #3fb950 }
.c3 { stroke: #ab7df8; fill: #ab7df8 } .line { fill: none } .t { stroke: none }
}
</style>`

/** A complete SVG, with its title as a label for screen readers. No background: that of the page shows through. */
export function frame({ width, height, title, body }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(title).replaceAll('"', '&quot;')}">
${style}
<text class="title" x="8" y="20">${escapeText(title)}</text>
${body.join('\n')}
</svg>
`
}
