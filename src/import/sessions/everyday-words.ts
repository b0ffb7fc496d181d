/** Words that are names as well: in small letters they hardly ever stand for a person. */
export const everydayWords: ReadonlySet<string> = new Set(
  `all an and angel april art as at august autumn baker banks bell best bill black brown call can card carter case chance
  chase christian church cook cooper cross dawn day dean do drew east faith field for fox free frank gene gift glen good
  grace gray green grey guy harper he heather her hill his holly home hope house hunter in is it ivy jack jade jay jean
  joy june king lake land lane law lee lily line little long love low major man march mark martin mason may miles moon
  more my no noble north of old olive on one or order page park parker pat pearl penny porter price ray read reed reid
  rice rich rob rose ruby rush sandy sharp shell she short small so south star steel stone strong sue summer sunny taylor
  the to turner union violet walker wall ward water way west white wild will winter wise with wolf wood woods work you
  young your there everyone valued friend guest sir madam again`.split(/\s+/),
)

/** Words that stand in what holds a name and are no part of it: titles, and words of every day that nobody is called. */
export const noNames: ReadonlySet<string> = new Set(
  `mr mrs ms miss dr prof sir madam van von de da la el di du le the and or of a an user customer unknown guest name names
  i you he she it we they me him us them my your his its our their this that these those what which who how why when where
  here there is are was were be been am do does did have has had will would can could should not no yes ok okay please
  thanks thank hello hi hey dear great good new now well just also very so but if then than to from for with at by in on
  off up out about into over again more most other some any all both each few many much first last next day today
  tomorrow night week time sure fine sorry wait going looking calling trying having glad happy interested afraid
  salon spa studio hair nail nails beauty barber clinic dental dentistry medical center centre health care group family
  office services service shop store bar club inc llc ltd md dds phd jr sr none null test gold silver bronze regular
  member account order number email address phone card gift indian american`.split(/\s+/),
)
