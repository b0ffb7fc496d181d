import type { JsonObject } from '../../src/base/json/json.ts'

export declare const weaknesses: Record<string, string>
export declare const elsewhere: string[]
export declare function answerOf(
  message: string,
  state: Record<string, unknown>,
  weak?: string | null,
  customer?: string,
): { calls: [name: string, given: JsonObject][]; reply: string }
export declare function failsByChance(session: string, share: number): boolean
