import type { Service } from '../../src/service/app.ts'
import type { Transport } from '../../src/wire/client/transport.ts'

/** What kind of mistake a mutant makes. */
export type MutantKind =
  | 'dropped'
  | 'code'
  | 'precedence'
  | 'too strict'
  | 'isolation'
  | 'field'
  | 'default'
  | 'window'
  | 'order'
  | 'sending'

/** One mistake added around the local service, and the rule that it breaks. */
export interface Mutant {
  rule: string
  kind: MutantKind
  /** The mistake in a few words. */
  what: string
  wrap?: Wrap
  /** For mistakes in front of the service, such as in how it reads headers. */
  wrapSend?: (send: Transport) => Transport
}

/** Wraps a service in a mistake. */
export type Wrap = (service: Service) => Pick<Service, 'fetch'>

/** One row of a table of mutants. */
export const mutant = (rule: string, kind: MutantKind, what: string, wrap: Wrap): Mutant => ({ rule, kind, what, wrap })
