import type { GivenFlags } from '../flags/shared-flags.ts'
import { type Concealer, concealKeys, createConcealer, findersOf } from './concealer.ts'
import type { RunSettled } from './settings.ts'

export type ShowPrivateFlag = GivenFlags<'showPrivate'>

/** Redacts private values in all that a command prints and stores; only API keys if the user asked to see the rest. */
export function openConcealer({ redact }: Pick<RunSettled, 'redact'>, { showPrivate }: ShowPrivateFlag): Concealer {
  return showPrivate === true ? concealKeys : createConcealer({ custom: findersOf(redact) })
}
