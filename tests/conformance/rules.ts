import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { OperationId } from '../../src/wire/api/operation.ts'

/** How one rule's request differs from its base. */
export interface RulePatch {
  base: string
  set?: Record<string, unknown>
  setBad?: Record<string, unknown[]>
  omit?: string[]
  headers?: Record<string, string>
  headersOmit?: string[]
  path?: Record<string, string>
  hosts?: string[]
  rawBody?: string
}

/** One rule of the catalogue. */
export interface Rule {
  id: string
  tier: 'core' | 'note'
  op: string
  title: string
  live: 'must' | 'may' | 'unspecified'
  local: string
  request?: RulePatch
  expect?: { http: number; errorCode?: string | null; data?: string }
  accept?: string[]
}

/** A request that keeps every rule, under the name the catalogue gives it. */
export interface Base {
  op: OperationId
  extends?: string
  method?: string
  path?: string
  pathParams?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown>
}

/** The rule catalogue of the interface, as kept in this repository. */
export const catalogueUrl: URL = new URL('../../fixtures/rules.yaml', import.meta.url)

const catalogue = parse(readFileSync(catalogueUrl, 'utf8')) as { rules: Rule[]; bases: Record<string, Base> }

/** All rules, in their order. */
export const rules: readonly Rule[] = catalogue.rules

/** The base requests by name. */
export const bases: Readonly<Record<string, Base>> = catalogue.bases
