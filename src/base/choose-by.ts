import { createHash } from 'node:crypto'

/** Picks one of several things: always the same one for the same seed and occasion, whatever else was picked before. */
export type Choose = <T>(among: readonly T[], ...occasion: readonly (string | number)[]) => T | undefined

/** Choices that are reproducible from a seed. */
export function chooseBy(seed: string): Choose {
  return (among, ...occasion) => {
    if (among.length < 2) return among[0]
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, ...occasion]))
      .digest()
    return among[digest.readUInt32BE() % among.length]
  }
}
