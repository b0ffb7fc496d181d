import type { Rule } from '../world/rule.ts'

/** The rules about scheduled messages. */
// biome-ignore format: a line a rule
export const scheduleRules: readonly Rule[] = [
  { id: 'SCH-01', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Rules', text: 'Future scheduleTime waits', expected: 'nothing leaves before it; leaves at the first tick not before it' },
  { id: 'SCH-02', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Limits', text: 'Past scheduleTime sends now', expected: '200 and immediate dispatch' },
  { id: 'SCH-03', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > Rules', text: 'Scheduling is independent of channel type and messageType', expected: 'property over channel type x message type' },
  { id: 'SCH-04', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Rules', text: 'Due before startWorkingHour waits for it', expected: 'same local day at start' },
  { id: 'SCH-05', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Rules', text: 'Due after endWorkingHour goes to the next day\'s start', expected: 'next local day at start' },
  { id: 'SCH-06', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Rules', text: 'Due after endWorkingHour without a start goes to midnight', expected: 'next local day 00:00' },
  { id: 'SCH-07', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'Only startWorkingHour', expected: 'waits until start, no upper bound' },
  { id: 'SCH-08', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'Due exactly at start or exactly at end', expected: 'sent' },
  { id: 'SCH-09', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Limits', text: 'Default timezone is UTC', expected: 'equal to timezone UTC' },
  { id: 'SCH-10', operation: 'chat.trigger', level: 'must', source: '2. Trigger chat > body fields; Rules', text: 'Working hours are read in the given IANA zone', expected: 'metamorphic: shifting zone and hours together keeps the instant' },
  { id: 'SCH-11', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'Working hours apply to immediate messages too', expected: 'Holds.' },
  { id: 'SCH-12', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'startWorkingHour after endWorkingHour', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'SCH-13', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'startWorkingHour equal to endWorkingHour', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'SCH-14', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'Start falls into a spring-forward gap', expected: 'First instant after the gap.' },
  { id: 'SCH-15', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'Start happens twice in autumn', expected: 'First occurrence; next day means next calendar date, not plus 24 h.' },
  { id: 'SCH-16', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'Hour text not in HH:MM (9:00, 24:00, 09:60, 09:00:00)', expected: '422 validationError or 400', allows: ['422 validationError', '400'] },
  { id: 'SCH-17', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'Unknown timezone, fixed offset, other letter case, abbreviations', expected: '422 validationError or 400 or accepted', allows: ['422 validationError', '400', 'accepted'] },
  { id: 'SCH-18', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'scheduleTime without an offset', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
  { id: 'SCH-19', operation: 'chat.trigger', level: 'may', source: '2. Trigger chat > body fields; Rules', text: 'scheduleTime that is not a date-time', expected: '422 validationError or 400', allows: ['422 validationError', '400'] },
  { id: 'SCH-20', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > Responses', text: 'Stopping a message not yet sent', expected: 'since it cannot be undone through the interface, scheduling is never tried live' },
  { id: 'SCH-21', operation: 'chat.trigger', level: 'unspecified', source: '2. Trigger chat > body fields; Rules', text: 'How far ahead one may schedule', expected: 'accepted or 4xx', allows: ['accepted', '4xx'] },
]
