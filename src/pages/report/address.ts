import { hashOf, type Place, readPlace } from './place.ts'

/** Keeps a place in the address: as a new step of the history, or, while the reader types, in place of the last one. */
export function keepInAddress(place: Place, typed: boolean): void {
  const url = `${location.href.split('#', 1)[0]}${hashOf(place)}`
  try {
    if (typed) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
  } catch (error) {
    // A viewer that shows the file inside its own page may forbid it, and browsers limit how often; the list works all the same.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Tells when the reader goes back or forward, or edits the address. */
export function listenToAddress(changed: (place: Place) => void): void {
  const look = (): void => changed(readPlace(location.hash))
  addEventListener('popstate', look)
  addEventListener('hashchange', look)
}
