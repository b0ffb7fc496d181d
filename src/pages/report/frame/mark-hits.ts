/** The most hits to mark, so that typing stays responsive. */
const mostHits = 2_000

/** Also in what is drawn later. Highlight ranges leave the document alone; older browsers show no marks. */
export function createHitMarks(host: HTMLElement): { show(text: string): void } {
  let words: string[] = []
  let waiting = false
  const mark = (): void => {
    waiting = false
    if (typeof Highlight === 'undefined' || CSS.highlights === undefined) return
    CSS.highlights.delete('hits')
    if (words.length > 0) CSS.highlights.set('hits', new Highlight(...findHits(host, words)))
  }
  const soon = (): void => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(mark)
  }
  new MutationObserver(() => words.length > 0 && soon()).observe(host, { childList: true, subtree: true })
  return {
    show(text) {
      const now = text.toLowerCase().split(/\s+/).filter(Boolean)
      if (now.join(' ') === words.join(' ')) return
      words = now
      soon()
    },
  }
}

function findHits(host: HTMLElement, words: readonly string[]): Range[] {
  const hits: Range[] = []
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && hits.length < mostHits; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    if (text.length !== node.nodeValue?.length) continue // lower-casing changed the length, so offsets would not match
    for (const word of words)
      for (
        let at = text.indexOf(word);
        at !== -1 && hits.length < mostHits;
        at = text.indexOf(word, at + word.length)
      ) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        hits.push(range)
      }
  }
  return hits
}
