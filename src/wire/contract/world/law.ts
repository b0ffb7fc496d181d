import type { Exchange } from './exchange.ts'

/**
 * What a law finds in an answer: the part is absent, all is well, one of several readings, or what is wrong and where.
 */
export type Look = 'absent' | 'held' | { reading: string } | { broken: string }

/** A law that every answer obeys which has the part that it is about. */
export type Law = (exchange: Exchange) => Look

/** Laws by rule id. */
export type Laws = Readonly<Record<string, Law>>
