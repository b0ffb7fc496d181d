import type { Rule } from '../world/rule.ts'

/** The rules about the times of calls. */
// biome-ignore format: a line a rule
export const callTimesRules: readonly Rule[] = [
  { id: 'WIN-01', operation: 'call.trigger, workflow.call', level: 'must', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'Due before startWorkingHour moves to that hour', expected: 'same local day' },
  { id: 'WIN-02', operation: 'call.trigger, workflow.call', level: 'must', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'Due after endWorkingHour moves to next day\'s start', expected: 'next local day at start' },
  { id: 'WIN-03', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'endWorkingHour without startWorkingHour on a call', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'WIN-04', operation: 'call.trigger, workflow.call', level: 'must', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'Default zone is Asia/Kolkata', expected: 'equal to timezone Asia/Kolkata (+05:30, no DST); differs from chat for the same hours by 5 h 30 min' },
  { id: 'WIN-05', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'Window wrap, equal ends, DST, malformed hours on calls', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'WIN-06', operation: 'call.trigger, workflow.call', level: 'must', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'scheduleTime places the call at that time', expected: 'not earlier' },
  { id: 'WIN-07', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'scheduleTime in the past on a call', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'WIN-08', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'scheduleTime form on calls', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'EXP-01', operation: 'call.trigger, workflow.call', level: 'must', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'A call not placed on callOnDate expires and never rings', expected: 'status call_expired; no placement at any later time' },
  { id: 'EXP-02', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'Zone of callOnDate', expected: 'The call\'s timezone (default Asia/Kolkata).' },
  { id: 'EXP-03', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'callOnDate later than today without scheduleTime', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'EXP-04', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'callOnDate and scheduleTime on different days', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'EXP-05', operation: 'call.trigger, workflow.call', level: 'unspecified', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'callOnDate in the past or malformed', expected: 'accepted or refused', allows: ['accepted', 'refused'] },
  { id: 'EXP-06', operation: 'call.trigger, workflow.call', level: 'may', source: '3. Trigger call; 4. Trigger workflow call; Limits', text: 'A window shift that leaves callOnDate expires the call', expected: 'due after end on callOnDate -> call_expired' },
]
