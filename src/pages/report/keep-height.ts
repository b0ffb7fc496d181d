/** Tells the style how tall the bar is that stays at the top, since the heads of open conversations stay right under it. */
export function keepHeight(bar: HTMLElement): void {
  new ResizeObserver(() => {
    const height = getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0
    document.documentElement.style.setProperty('--bar', `${height}px`)
  }).observe(bar)
}
