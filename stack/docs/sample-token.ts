// The token in the code samples: an environment variable, or the token that the user has entered in "Try it".

/** Expressions for the token, by language. In curl, the expression is part of a string. */
export const tokenCode = {
  curl: '$TOKEN',
  TypeScript: "process.env.TOKEN ?? ''",
  Python: 'os.environ["TOKEN"]',
  Go: 'os.Getenv("TOKEN")',
  Java: 'System.getenv("TOKEN")',
  'C#': 'Environment.GetEnvironmentVariable("TOKEN")',
  PHP: "getenv('TOKEN')",
  Ruby: 'ENV.fetch("TOKEN")',
}

export interface CodeSample {
  lang: keyof typeof tokenCode
  source: string
}

/** Puts a token into the source, if it is safe between quotes in each language. */
export function withToken({ lang, source }: CodeSample, token: string): string {
  if (!/^[\w.~+/=-]+$/.test(token)) return source
  const code = tokenCode[lang]
  const quote = /['"]/.exec(code)?.[0] ?? ''
  const filled = source.replaceAll(code, `${quote}${token}${quote}`)
  // Go rejects unused imports.
  return lang === 'Go' && !/\bos\.[A-Z]/.test(filled) ? filled.replace('\t"os"\n', '') : filled
}
