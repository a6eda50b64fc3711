// Texts that programs and databases change, or take for each other.

/** Equal in some collations, but different by code points. */
export const similarTexts = 'é|e\u0301|É|E\u0301|e|ß|ss|ẞ|ı|i|I|İ|Å|\u212b|K|\u212a|ﬁ|fi|ａ|a|a | a|1|01|①'
  .split('|')
  .concat('a\u00ad', 'a\u200b', 'a\u200d', 'a\ufeff', '\ufeffa', 'a\ufe0f', 'a%', 'a&a=b', 'a+')

/** Stored unchanged. */
export const unusualTexts = [
  '  A name in spaces  ',
  'e\u0301 decomposed',
  'é composed',
  '🌱'.repeat(200),
  '中'.repeat(200),
  '\u{10ffff}'.repeat(200),
  `a${'\u0301'.repeat(60)}`,
  `<b>&amp;</b> "quoted" 'single' \\ % + ; -- \``,
  '👩🏽‍🌾 🏳️‍🌈 ﷺ \u202eabc\u202c \u00a0x\u2028b\u2029c',
  'שלום \u2067مرحبا\u2069',
  '\ufdd0\ufdef\ufffe\uffff\u{1fffe}\u{1ffff}\u{10fffe}',
  '\ue000\u{f0000}\ud7ff\uf900',
  '\\u0000 \\x00 \\N {a,"b",NULL} $1 ?1 :a @b %_',
  'NULL',
  'ﬁ İ ß ẞ K',
]
