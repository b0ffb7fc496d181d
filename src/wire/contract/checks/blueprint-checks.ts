import fc from 'fast-check'
import type { RequestChecks } from './request-check.ts'

/** The listing of blueprints (Retrieve agent blueprints). */
export const blueprintChecks: RequestChecks = {
  'BLU-01': {
    from: ['blueprints'],
    edits: () => fc.constant((draft) => draft),
    applies: ({ request }) => request.operation === 'blueprints.get',
  },
}
