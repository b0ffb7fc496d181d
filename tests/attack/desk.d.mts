import type { JsonObject } from '../../src/base/json/json.ts'

export declare const canary: string
export declare const holes: Record<string, string>
/** Which desk answers: the one without holes, one with a hole, or one hardened against that hole. */
export interface Twin {
  hole?: string | null
  hardened?: boolean
  metadata?: JsonObject
  /** Links sent with the message. */
  attachments?: readonly string[]
}
export declare function freshState(): Record<string, unknown>
export declare function answerOf(
  message: string,
  state: Record<string, unknown>,
  twin?: Twin,
): { calls: [name: string, given: JsonObject][]; reply: string }
export declare function outputOf(name: string, given: JsonObject, state: Record<string, unknown>): JsonObject
