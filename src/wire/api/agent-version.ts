import { z } from 'zod'

/** `default` (published), `draft` (latest saved), or a version number of at least 0, as a number or in digits (Versioning, CHA-23). */
export type AgentVersion = 'default' | 'draft' | number | string

/** The versions that we send: none that a service could read as another one (CHA-25, CHA-26, CHA-28). */
export const agentVersionShape: z.ZodType<AgentVersion> = z.union([
  z.enum(['default', 'draft']),
  z.int().min(0),
  z.string().regex(/^\d+$/, 'expected default, draft or a number'),
])
