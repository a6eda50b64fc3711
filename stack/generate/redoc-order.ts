// The order of the parts that Redoc shows: descriptions before constraints, and bodies before headers. Redoc has no option
// for it. CSS could only move the parts on the screen, so that the keyboard and screen readers would meet them in another order.

const type = '(0,V.jsx)(IC,{children:t.type}),'
const constraints = '(0,V.jsx)(TE,{title:t.title,schemaName:t.schemaName}),(0,V.jsx)(Yj,{pattern:t.pattern}),'
const description = '!p&&(0,V.jsx)(aE,{value:t.description}),'
const responseBody =
  'b.length>0&&(0,V.jsx)(B$,{headingId:Wh(u),mediaTypes:b,value:C,onChange:S,deepLink:u}),' +
  'w&&(0,V.jsx)(vP,{schemaId:w,expandByDefault:!0,level:1,skipWriteOnly:!0})'
const responseHeaders = '(y||q(v))&&(0,V.jsxs)(ySe,'
const requestBody = '{nodeType:W.ITEM,variant:`body`,'

/** Texts in the script of Redoc, each with its replacement. */
export const redocOrder = [
  // The type is a text such as `string, [ 1 .. 200 ] characters`: only its first word stays beside the name.
  [type + constraints, '(0,V.jsx)(IC,{children:t.type.split(`, `)[0]}),'],
  [
    description,
    `${description}(0,V.jsxs)(MC,{children:[(0,V.jsx)(IC,{children:t.type.split(/, (.*)/)[1]}),${constraints}]}),`,
  ],
  [`,${responseBody}`, ''],
  [responseHeaders, `${responseBody},${responseHeaders}`],
  // The parts of a request before are its parameters, those in headers last.
  [`a.push(${requestBody}`, `a.splice(a.findLastIndex(e=>e.variant!==\`headers\`)+1,0,${requestBody}`],
] as const
