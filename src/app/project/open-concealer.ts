import { type Concealer, concealKeys, createConcealer } from '../../privacy/create-concealer.ts'
import type { RunSettled } from './settings.ts'
import { findersOf } from './tape-facts.ts'

/** The flag that shows what is private. */
export interface ShowPrivateFlag {
  showPrivate?: boolean
}

/** What conceals private values in all that a command tells and keeps; where a person asked to see them, keys alone. */
export function openConcealer({ redact }: Pick<RunSettled, 'redact'>, { showPrivate }: ShowPrivateFlag): Concealer {
  return showPrivate === true ? concealKeys : createConcealer({ custom: findersOf(redact) })
}
